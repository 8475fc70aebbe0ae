/** Parses the words of a cURL command: the parts of the request that its options define; pure. */
import type { NameValue } from '@pone/schema/template.ts'

/** The values of the options of a cURL command, in their order. */
export interface CurlOptions {
  /** Upper case; empty if no option names one. */
  method: string
  /** Empty when there is none. */
  url: string
  readonly headers: NameValue[]
  /** Parts of the body, which curl joins by `&`. */
  readonly data: string[]
  /** Parts of a multipart body as `name=value`, `name=@file` or `name=value;type=…`. */
  readonly form: string[]
  /** The data is sent in the query of the address. */
  asQuery: boolean
  followRedirects: boolean
}

const shortNames: Readonly<Record<string, string>> = {
  '--request': '-X',
  '--header': '-H',
  '--data': '-d',
  '--data-raw': '-d',
  '--data-binary': '-d',
  '--data-ascii': '-d',
  '--form': '-F',
  '--form-string': '-F',
  '--user': '-u',
  '--cookie': '-b',
  '--user-agent': '-A',
  '--referer': '-e',
  '--get': '-G',
  '--head': '-I',
  '--location': '-L',
}

/** Options with a value that are ignored. */
const ignoredWithValue: readonly string[] =
  `-o --output -w --write-out -m --max-time --connect-timeout --retry --retry-delay --retry-max-time
  --max-redirs --limit-rate -x --proxy -U --proxy-user --resolve --interface -E --cert --cert-type --key
  --key-type --pass --cacert --capath --ciphers -c --cookie-jar -T --upload-file -K --config`.split(/\s+/)

/** The part before the first `=` or `:` and the part after it; null if it is missing or at the start. */
function cutAt(text: string, separator: string): readonly [before: string, after: string] | null {
  const at = text.indexOf(separator)
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : null
}

function addHeader({ headers }: CurlOptions, name: string, value: string): void {
  headers.push({ name, value, enabled: true })
}

const basic = (credentials: string) =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))}`

const takers: Readonly<Record<string, (found: CurlOptions, value: string) => void>> = {
  '-X': (found, value) => {
    found.method = value.toUpperCase()
  },
  '-H': (found, value) => {
    const header = cutAt(value, ':')
    // Length and host are derived from the body and the address.
    if (header !== null && !/^(content-length|host)$/i.test(header[0]))
      addHeader(found, header[0].trim(), header[1].trim())
  },
  '-d': ({ data }, value) => data.push(value),
  '--data-urlencode': ({ data }, value) => {
    const named = cutAt(value, '=')
    data.push(
      named === null
        ? encodeURIComponent(value.replace(/^=/, ''))
        : `${named[0]}=${encodeURIComponent(named[1])}`,
    )
  },
  '--json': (found, value) => {
    found.data.push(value)
    addHeader(found, 'Content-Type', 'application/json')
  },
  '-F': ({ form }, value) => form.push(value),
  '-u': (found, value) => addHeader(found, 'Authorization', basic(value)),
  '-b': (found, value) => addHeader(found, 'Cookie', value),
  '-A': (found, value) => addHeader(found, 'User-Agent', value),
  '-e': (found, value) => addHeader(found, 'Referer', value),
  '--url': (found, value) => {
    found.url = value
  },
}

const flags: Readonly<Record<string, (found: CurlOptions) => void>> = {
  '-G': found => {
    found.asQuery = true
  },
  '-I': found => {
    found.method ||= 'HEAD'
  },
  '-L': found => {
    found.followRedirects = true
  },
}

const takesValue: ReadonlySet<string> = new Set([...Object.keys(takers), ...ignoredWithValue])

/** Each option with its value, empty for flags; a word that is not an option has the name ''. */
function* optionsIn(words: readonly string[]): Generator<readonly [name: string, value: string]> {
  const left = [...words]
  const valueOf = (name: string, given: string) => (takesValue.has(name) ? given || (left.shift() ?? '') : '')
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word.startsWith('--')) {
      const [long, given] = cutAt(word, '=') ?? [word, '']
      const name = shortNames[long] ?? long
      yield [name, valueOf(name, given)]
    } else if (word.startsWith('-')) yield* clusterOf(word.slice(1), valueOf)
    else yield ['', word]
  }
}

/** Short options may be joined, the last one with its value: `-sSLXPOST`. */
function* clusterOf(letters: string, valueOf: (name: string, given: string) => string) {
  for (const [at, letter] of Array.from(letters).entries()) {
    const name = `-${letter}`
    yield [name, valueOf(name, letters.slice(at + 1))] as const
    if (takesValue.has(name)) return
  }
}

/** @param words words of the command, without `curl` itself */
export function readCurlOptions(words: readonly string[]): CurlOptions {
  const found: CurlOptions = {
    method: '',
    url: '',
    headers: [],
    data: [],
    form: [],
    asQuery: false,
    followRedirects: false,
  }
  for (const [name, value] of optionsIn(words)) {
    if (name === '') found.url ||= value
    else (takers[name] ?? flags[name])?.(found, value)
  }
  return found
}
