/** Sets an own member, also one named `__proto__`, which an assignment would take for the prototype. */
export function put<T>(
  target: Record<string, T>,
  name: string,
  value: T,
): void {
  if (name !== "__proto__") target[name] = value;
  else {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}
