/**
 * A static host for web/dist with the headers of the real server, for development and tests; and one without them, as
 * any host is.
 *
 *   npm run serve -- [PORT]
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html tessera";

/** What the real server sends besides a file's type. */
const HEADERS = { "Content-Security-Policy": CONTENT_SECURITY_POLICY, "X-Content-Type-Options": "nosniff" };
/** A type that some hosts do not know. */
const UNKNOWN = ".wasm";

async function answer(root, plain, request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
  const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
  try {
    const body = await readFile(file);
    const ending = extname(file);
    const type = (plain && ending === UNKNOWN ? undefined : TYPES[ending]) ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, ...(plain ? {} : HEADERS) });
    response.end(body);
  } catch {
    response.writeHead(404, { "Content-Type": "text/plain" });
    response.end("no such file\n");
  }
}

/** Serves a folder on a port of 127.0.0.1 (0: any); `plain`: without the headers of the real server, and not all
 * types are known. Resolves to the server. */
export function serve(root, port, { plain = false } = {}) {
  const server = createServer((request, response) => answer(root, plain, request, response));
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await serve(DIST, Number(process.argv[2] ?? 8081));
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
