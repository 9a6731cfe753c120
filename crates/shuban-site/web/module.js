// A module of WebAssembly, which knows rules and files. It does no input or output: it is asked in JSON,
// and replies, or names the bytes that it needs.

/** Compiles a module; hosts need not know its type. */
export async function compile(address) {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: the host answered ${response.status}`);
  const copy = response.clone();
  const compiled = await WebAssembly.compile(await response.arrayBuffer());
  // On the first visit, the service worker comes too late to keep it.
  globalThis.caches?.open('shuban-site').then((shell) => shell.put(address, copy)).catch(() => {});
  return compiled;
}

/** A module at work; it remembers what it is given. */
export class Module {
  #exports;

  static async of(compiled) {
    const module = new Module();
    module.#exports = (await WebAssembly.instantiate(compiled)).exports;
    return module;
  }

  /** Views memory, which moves when it grows. */
  #view(at, length) {
    return new Uint8Array(this.#exports.memory.buffer, at >>> 0, length);
  }

  ask(question) {
    const text = new TextEncoder().encode(JSON.stringify(question));
    this.#view(this.#exports.room(text.length), text.length).set(text);
    const length = this.#exports.ask(text.length);
    return JSON.parse(new TextDecoder().decode(this.#view(this.#exports.reply(), length)));
  }

  give(layer, offset, bytes) {
    this.#view(this.#exports.room(bytes.length), bytes.length).set(bytes);
    this.#exports.give(layer, offset, bytes.length);
  }
}
