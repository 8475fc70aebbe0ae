/** Builders for components as code: a module's default export is `component(name, {…})`, its steps are made by the functions here. */
import type {
  ComponentFile,
  RequestOptions,
  ShortCheckpoint,
  ShortComponent,
  ShortExtractor,
  ShortStep,
} from './short.ts'
import { stepBuilders } from './step-builders.ts'

/** The whole component, to be exported as default. */
export const component = (name: string, parts: ShortComponent): ComponentFile => ({ name, ...parts })

/** Requests over HTTP; the address is absolute or a path below `settings.baseUrl`. */
export const get = (url: string, options: RequestOptions = {}): ShortStep => ({ get: url, ...options })
export const post = (url: string, options: RequestOptions = {}): ShortStep => ({ post: url, ...options })
export const put = (url: string, options: RequestOptions = {}): ShortStep => ({ put: url, ...options })
/** DELETE; `delete` itself is a word of the language. */
export const del = (url: string, options: RequestOptions = {}): ShortStep => ({ delete: url, ...options })
export const patch = (url: string, options: RequestOptions = {}): ShortStep => ({ patch: url, ...options })
export const head = (url: string, options: RequestOptions = {}): ShortStep => ({ head: url, ...options })
/** OPTIONS. */
export const options = (url: string, more: RequestOptions = {}): ShortStep => ({ options: url, ...more })
export const trace = (url: string, more: RequestOptions = {}): ShortStep => ({ trace: url, ...more })

/** Groups steps under one name and times them together. */
export const { transaction } = stepBuilders
/** Repeats; `count` may be a template. */
export const { loop } = stepBuilders
/** Repeats while the condition holds. */
export const { whileLoop } = stepBuilders
/** Runs its steps only if the condition holds. */
export const { when } = stepBuilders
/** One pass per item of a JSON array or of a text that the separator divides. */
export const { forEach } = stepBuilders
/** Runs its steps in this share of the passes, 0 to 100 %. */
export const { percentage } = stepBuilders
/** Runs one of its steps per pass, each as likely as the others. */
export const { random } = stepBuilders
/** Runs one of its steps per pass, in proportion to their `weight`. */
export const { weighted } = stepBuilders
/** Runs its steps only in the user's first iteration. */
export const { once } = stepBuilders
/** Waits, ms. */
export const { thinkTime } = stepBuilders
/** Waits until so much time, ms, has passed since the user was here last. */
export const { pacing } = stepBuilders
/** Holds users until enough of them are here. */
export const { rendezvous } = stepBuilders
/** Runs JavaScript or TypeScript in the load worker's sandbox. */
export const { script } = stepBuilders

/** Checkpoint: the answer's status is this one. */
export const status = (code: number): ShortCheckpoint => ({
  source: 'status',
  operator: 'equals',
  expected: String(code),
})
/** Checkpoint: the body contains this text. */
export const contains = (text: string): ShortCheckpoint => ({
  source: 'body',
  operator: 'contains',
  expected: text,
})
/** Checkpoint: what the JSONPath finds equals this. */
export const jsonEquals = (path: string, expected: string): ShortCheckpoint => ({
  source: 'jsonPath',
  expression: path,
  operator: 'equals',
  expected,
})
/** Checkpoint: the answer took less than this, ms. */
export const fasterThan = (durationMs: number): ShortCheckpoint => ({
  source: 'responseTime',
  operator: 'less',
  expected: String(durationMs),
})
/** Extractor: what the JSONPath finds goes into the variable. */
export const fromJson = (variable: string, path: string): ShortExtractor => ({
  source: 'jsonPath',
  variable,
  expression: path,
})
/** Extractor: the first group of the regular expression goes into the variable. */
export const fromRegex = (variable: string, pattern: string): ShortExtractor => ({
  source: 'regex',
  variable,
  expression: pattern,
})
/** Extractor: the header goes into the variable. */
export const fromHeader = (variable: string, name: string): ShortExtractor => ({
  source: 'header',
  variable,
  expression: name,
})
