/** Texts of responses in which values of later requests are looked for. */
import type { Pair } from '../model/recording.ts'

/** Longer ones are files rather than pages, characters. */
const maxBodyLength = 2_000_000

/** Pages, data and plain texts; neither scripts nor styles, which are the same for everybody. @param contentType in lower case */
export const isSearched = (contentType: string, length: number): boolean =>
  length <= maxBodyLength &&
  /[/+]json$|^text\/(html|xml|plain)$|[/+]xml$|x-www-form-urlencoded$|^$/.test(contentType) &&
  contentType !== 'image/svg+xml'

/** Names and values of the cookies that a response sets. */
export const setCookiesOf = (headers: readonly Pair[]): Pair[] =>
  headers
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    // Browsers join several of them by line breaks.
    .flatMap(({ value }) => value.split('\n'))
    .map(cookie => {
      const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(cookie) ?? []
      return { name: name.trim(), value: value.trim() }
    })
