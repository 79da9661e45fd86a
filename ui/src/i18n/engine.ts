import type { TOptions } from "i18next";

/** The texts of a namespace: by name, or one level down. */
export interface Texts {
  [name: string]: string | Texts;
}

type Load = (language: string, namespace: string) => Promise<Texts>;
type Options = TOptions & Record<string, unknown>;

const pluralRules = new Map<string, Intl.PluralRules>();

/** The word of a language's grammar for a number, such as `one`. */
function pluralOf(count: number, language: string): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count);
}

/** The names of a text's variants, the most exact first: by its context and by the number that it counts. */
function variants(name: string, { context, count }: Options, language: string): string[] {
  const named = context === undefined || context === "" ? [] : [`${name}_${context}`];
  return [...named, name].flatMap((one) => {
    if (typeof count !== "number") return one;
    const zero = count === 0 ? [`${one}_zero`] : [];
    return [...zero, `${one}_${pluralOf(count, language)}`, one];
  });
}

/** The text of a key such as `list.empty`. */
function textOf(texts: Texts | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const name of key.split(".")) {
    if (typeof found !== "object") return undefined;
    found = found[name];
  }
  return typeof found === "string" ? found : undefined;
}

/** A text with its values in place of `{{name}}`. */
function fill(text: string, { replace, ...options }: Options): string {
  const values = typeof replace === "object" ? (replace as Options) : options;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

/**
 * The app's texts, by i18next's rules for what the app uses of them: namespaces, contexts, plurals and values
 * (`engine.test.ts` compares both). i18next is typed by the app's texts and too large for the first route.
 */
export class Translations {
  /** The language of the texts; empty before the first are loaded. */
  language = "";
  #load: Load = () => Promise.reject(new Error("the texts have not begun"));
  #defaultNamespace = "";
  readonly #texts = new Map<string, Texts>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #errors = new Map<string, unknown>();
  /** The namespaces in use, which a new language has before it is shown. */
  readonly #used = new Set<string>();
  readonly #listeners = new Set<() => void>();

  get isInitialized(): boolean {
    return this.language !== "";
  }

  /** Begins in a language. The first of the namespaces has the keys that name none. */
  async begin(language: string, namespaces: readonly string[], load: Load): Promise<void> {
    this.#load = load;
    this.#defaultNamespace = namespaces[0] ?? "";
    for (const namespace of namespaces) this.#used.add(namespace);
    await this.changeLanguage(language);
  }

  async changeLanguage(language: string): Promise<void> {
    await Promise.all([...this.#used].map((namespace) => this.load(namespace, language)));
    this.language = language;
    this.#tell();
  }

  /** Calls back when texts were loaded, or the language has changed, until the returned function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  has = (namespace: string): boolean => this.#texts.has(`${this.language} ${namespace}`);

  /** The error of a namespace whose last load failed. */
  errorOf = (namespace: string): unknown => this.#errors.get(`${this.language} ${namespace}`);

  /** Loads a namespace, once at a time. After a failure the next call tries again. */
  load(namespace: string, language = this.language): Promise<void> {
    this.#used.add(namespace);
    const name = `${language} ${namespace}`;
    const known = this.#loads.get(name);
    if (known) return known;
    const load = this.#load(language, namespace).then(
      (texts) => {
        this.#texts.set(name, texts);
        this.#errors.delete(name);
        this.#tell();
      },
      (error) => {
        this.#loads.delete(name);
        this.#errors.set(name, error);
        this.#tell();
        throw error;
      },
    );
    this.#loads.set(name, load);
    return load;
  }

  async loadNamespaces(namespaces: string | readonly string[]): Promise<void> {
    await Promise.all([namespaces].flat().map((namespace) => this.load(namespace)));
  }

  /** The raw text of the first key that has one. */
  #find(keys: string | readonly string[], options: Options, language: string, namespace: string) {
    for (const key of [keys].flat()) {
      const [, of = namespace, path = ""] = /^(?:(\w+):)?(.*)$/s.exec(key) ?? [];
      const texts = this.#texts.get(`${language} ${of}`);
      const dot = path.lastIndexOf(".") + 1;
      for (const name of variants(path.slice(dot), options, language)) {
        const text = textOf(texts, path.slice(0, dot) + name);
        if (text !== undefined) return text;
      }
    }
    return undefined;
  }

  exists = (key: string, options: Options = {}): boolean =>
    this.#find(key, options, this.language, options.ns?.toString() ?? this.#defaultNamespace) !==
    undefined;

  /** A function that writes texts of a language, the present one for null, by keys that need not name the namespace. */
  getFixedT(language: string | null, namespace: string | readonly string[] = []) {
    const [first = this.#defaultNamespace] = [namespace].flat();
    return (keys: string | readonly string[], options: Options = {}): string => {
      const of = [options.ns ?? first].flat()[0] as string;
      const text = this.#find(keys, options, language ?? this.language, of);
      if (text !== undefined) return fill(text, options);
      if (typeof options.defaultValue === "string") return fill(options.defaultValue, options);
      return ([keys].flat().at(-1) ?? "").replace(/^\w+:/, "");
    };
  }

  t = (keys: string | readonly string[], options?: Options): string =>
    this.getFixedT(null)(keys, options);
}

export default new Translations();
