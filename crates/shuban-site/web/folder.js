// The published folder: its catalogue, and the questions that its layers answer. A question goes back
// and forth: the module names bytes, they are read and given, and it is asked again, until it answers.
import { drop } from './kept.js';
import { Module, compile } from './module.js';
import { HostError, pieceAddress, read, readOpening } from './ranges.js';

/** Most times that the module may ask for bytes for one question. */
const ROUNDS = 100;

async function json(path) {
  const address = new URL(path, document.baseURI).href;
  const response = await fetch(address, { cache: 'no-cache' }).catch((error) => {
    throw new HostError(address, `no answer (${error.message})`);
  });
  if (!response.ok) throw new HostError(address, `the host answered ${response.status}`);
  return response.json().catch(() => {
    throw new HostError(address, 'the host answered with something else than JSON');
  });
}

const once = (load) => {
  let loading = null;
  return () => {
    loading ??= load();
    // What failed is tried again the next time.
    loading.catch(() => { loading = null; });
    return loading;
  };
};

/** Loads the catalogue. */
export const catalogue = once(async () => {
  const found = await json('catalogue.json');
  if (found.format !== 1) throw new Error(`catalogue.json has format ${found.format}, this page reads 1`);
  return found;
});
const modules = once(() => json('site/modules.json'));

const prefix = (domain) => domain.split('/')[0];
const families = new Map();

/** Returns the family of games to which a domain belongs, or null if the site has no module for it. */
export async function familyOf(domain) {
  const [{ layers }, all] = await Promise.all([catalogue(), modules()]);
  const found = all.find(({ prefixes }) => prefixes.includes(prefix(domain)));
  if (!found) return null;
  if (!families.has(found.file)) {
    const own = layers.filter((layer) => found.prefixes.includes(prefix(layer.domain)));
    families.set(found.file, new Family(found.file, own));
  }
  return families.get(found.file);
}

/** A question that has no answer, such as one about a text that is no position. */
export class RefusedError extends Error {}

/** Bytes that are not what the catalogue and the checksums say. */
class DamagedError extends Error {
  constructor(message, used) {
    super([message, ...new Set(used.map(({ piece }) => piece))].join('\n'));
    this.used = used;
  }
}

/** The games of one module, with their layers. */
class Family {
  #file;
  #layers;
  #compiled;
  /** The module at work, the numbers of the layers that are open, and the games. */
  #state = null;

  constructor(file, layers) {
    this.#file = file;
    this.#layers = layers;
    this.#compiled = once(() => compile(new URL(`site/${file}`, document.baseURI).href));
  }

  async #begin() {
    const module = await Module.of(await this.#compiled());
    const layers = this.#layers.map(({ domain, bytes }) => ({ name: domain, bytes }));
    const { games, error } = module.ask({ what: 'layers', layers });
    if (error) throw new Error(error.message);
    return { module, games, opened: new Set() };
  }

  #started() {
    if (!this.#state) {
      const begun = this.#begin();
      this.#state = begun;
      begun.catch(() => { if (this.#state === begun) this.#state = null; });
    }
    return this.#state;
  }

  /** Returns the game of a domain: the one with the longest name that the domain's begins with. */
  async game(domain) {
    const { games } = await this.#started();
    const own = games.filter(({ name }) => domain === name || /^[/-]/.test(domain.slice(name.length)) && domain.startsWith(name));
    return own.sort((a, b) => b.name.length - a.name.length)[0] ?? null;
  }

  /** Returns the layer of a domain. */
  layer(domain) {
    return this.#layers.find((layer) => layer.domain === domain);
  }

  /** Returns the reply to a question, reading what the module needs for it. */
  async ask(question, signal) {
    const state = this.#started();
    try {
      return await this.#answer(question, { signal });
    } catch (error) {
      const isStopped = error instanceof WebAssembly.RuntimeError;
      if (!isStopped && !(error instanceof DamagedError)) throw error;
      // The module begins anew. Kept parts may be what is bad: the host is asked once more.
      if (this.#state === state) this.#state = null;
      if (isStopped) throw new Error(`the module ${this.#file} stopped: ${error.message}`);
      await Promise.all(error.used.map(({ piece, start, end }) => drop(piece, start, end)));
      return this.#answer(question, { signal, isFresh: true });
    }
  }

  async #answer(question, how) {
    const { module, opened } = await this.#started();
    const used = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      how.signal?.throwIfAborted();
      const reply = module.ask(question);
      if (reply.error) throw this.#error(reply.error, used);
      if (!reply.needs) return reply;
      const isOpen = ({ layer }) => opened.has(layer);
      const closed = [...new Set(reply.needs.filter((need) => !isOpen(need)).map(({ layer }) => layer))];
      const wanted = reply.needs.filter(isOpen).map((need) => ({ ...need, layer: this.#layers[need.layer] }));
      const given = (await Promise.all([
        ...closed.map((layer) => readOpening(this.#layers[layer], how)), read(wanted, how),
      ])).flat();
      how.signal?.throwIfAborted();
      for (const { layer, offset, bytes } of given) module.give(this.#layers.indexOf(layer), offset, bytes);
      closed.forEach((layer) => opened.add(layer));
      used.push(...given);
    }
    throw new Error(`the module ${this.#file} asks for bytes without end`);
  }

  #error({ message, layer }, used) {
    if (layer === null || layer === undefined) return new RefusedError(message);
    const own = this.#layers[layer];
    const read = used.filter((part) => part.layer === own);
    const whole = own.pieces.map((hash) => ({ piece: pieceAddress(hash), start: 0, end: 0 }));
    return new DamagedError(message, read.length > 0 ? read : whole);
  }
}
