import { certificatePath } from "./certificates.ts";

/** A running nginx; TLS with HTTP/2 on `port`, client certificates wanted on `clientPort`. */
export interface Nginx extends AsyncDisposable {
  readonly port: number;
  readonly clientPort: number;
  readonly plainPort: number;
}

/**
 * Starts nginx on loopback; Debian's package is `nginx`. It takes no port 0:
 * where another program was faster, other ports are tried.
 */
export async function nginx(attempts = 5): Promise<Nginx> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/page.txt`, "text ".repeat(10_000));
  const [port, clientPort, plainPort] = [freePort(), freePort(), freePort()];
  const tls = `
    ssl_certificate ${certificatePath("server.crt")};
    ssl_certificate_key ${certificatePath("server.key")};
    root ${folder};`;
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      gzip on; gzip_types text/plain; default_type text/plain;
      server {
        listen 127.0.0.1:${port} ssl http2; ${tls}
        location /echo { return 200 "$request_method $request_uri $server_protocol $http_x_a"; }
        location /old { return 301 /echo?moved; }
      }
      server {
        listen 127.0.0.1:${clientPort} ssl http2; ${tls}
        ssl_client_certificate ${
      certificatePath("ca.crt")
    }; ssl_verify_client on;
        location / { return 200 $ssl_client_s_dn; }
      }
      server {
        listen 127.0.0.1:${plainPort}; root ${folder};
        keepalive_requests 3; keepalive_timeout 1s;
        location /echo { return 200 "$request_method $request_uri $server_protocol $http_x_a"; }
      }
    }`,
  );
  const child = new Deno.Command("nginx", {
    args: ["-p", folder, "-c", `${folder}/nginx.conf`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  let isOver = false;
  const ended = child.status.then(() => isOver = true);
  const ports = [port, clientPort, plainPort];
  await Promise.all(ports.map((one) => listening(one, () => isOver)));
  if (isOver) {
    await Deno.remove(folder, { recursive: true });
    if (attempts > 1) return await nginx(attempts - 1);
    throw new Error("nginx did not start");
  }
  return {
    port,
    clientPort,
    plainPort,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits until something listens, or nothing ever will. */
async function listening(port: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      using _ = await Deno.connect({ hostname: "127.0.0.1", port });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
