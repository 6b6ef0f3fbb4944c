// Starts the page that is one file (tools/build.mjs puts it there): unpacks its parts, which stand in the page as
// base64 of gzip, puts its style sheet in place, and runs its script. Nothing is fetched, as browsers do not let pages
// from a disk fetch anything.
const packed = Uint8Array.from(atob(document.getElementById("parts").textContent), (letter) => letter.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(stream).arrayBuffer().then((parts) => {
  const [module, thinker, licences, puzzles, sheet, page] = SPANS.map(([begin, end]) => parts.slice(begin, end));
  const addressOf = (part, type) => URL.createObjectURL(new Blob([part], { type }));
  globalThis.tesseraParts = {
    module,
    thinker: addressOf(thinker, "text/javascript"),
    licences: addressOf(licences, "text/plain;charset=utf-8"),
    puzzles,
  };
  const textOf = (part) => new TextDecoder().decode(part);
  const style = document.createElement("style");
  style.textContent = textOf(sheet);
  const script = document.createElement("script");
  const text = textOf(page);
  const policy = globalThis.trustedTypes?.createPolicy("one-file", { createScript: (ours) => ours });
  script.type = "module";
  script.textContent = policy?.createScript(text) ?? text;
  document.head.append(style, script);
});
