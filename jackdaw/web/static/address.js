// The state of the analysis page in the fragment of its address: it survives reload, back and forward, can be
// bookmarked, and is never sent to the server. A game is its record, compressed.
const MAX_LENGTH = 1 << 18;

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    length += value.length;
    if (length > MAX_LENGTH) { await reader.cancel(); throw new RangeError("too long"); } // an address may be made by anybody
  }
}

// Compresses text to letters, digits, - and _.
export async function pack(text) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Returns the text that `pack` compressed, null if it is not such a text.
export async function unpack(code) {
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const text = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(binary, (each) => each.charCodeAt(0)));
    return await text.text();
  } catch { return null; }
}

export const readAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

// Encodes a value; the slashes of a position stay readable.
const encode = (text) => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%20", "+").replaceAll("%3F", "?");

// Writes the address; `isNew` makes a step that the Back button returns from.
export function writeAddress(fields, isNew) {
  const text = Object.entries(fields).map(([name, value]) => `${name}=${encode(String(value))}`).join("&");
  const address = text ? `#${text}` : location.pathname;
  if (address === (location.hash || location.pathname)) return;
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch { /* browsers refuse too many changes in a short time; the next one is written again */ }
}
