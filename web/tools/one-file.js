// Starts the page that is one file (tools/build.mjs puts it there): unpacks its parts, which stand in the page as
// base64 of gzip, and runs its script. Nothing is fetched, as browsers do not let pages from a disk fetch anything.
const packed = Uint8Array.from(atob(document.getElementById("parts").textContent), (letter) => letter.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(stream).arrayBuffer().then((parts) => {
  const [module, thinker, licences, puzzles, page] = SPANS.map(([begin, end]) => parts.slice(begin, end));
  const addressOf = (part, type) => URL.createObjectURL(new Blob([part], { type }));
  globalThis.tesseraParts = {
    module,
    thinker: addressOf(thinker, "text/javascript"),
    licences: addressOf(licences, "text/plain;charset=utf-8"),
    puzzles,
  };
  const script = document.createElement("script");
  const text = new TextDecoder().decode(page);
  const policy = globalThis.trustedTypes?.createPolicy("one-file", { createScript: (ours) => ours });
  script.type = "module";
  script.textContent = policy?.createScript(text) ?? text;
  document.head.append(script);
});
