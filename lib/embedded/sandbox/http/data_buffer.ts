/** Bytes as node's Buffer, which a script that asks for them has. */
export function dataBuffer(bytes: Uint8Array): Uint8Array {
  const { Buffer } = globalThis as {
    Buffer?: { from(buffer: ArrayBufferLike): Uint8Array };
  };
  return Buffer?.from(bytes.buffer) ?? bytes;
}
