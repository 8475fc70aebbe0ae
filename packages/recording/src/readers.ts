/** Recognises the format of a file by its content and gives the reader for it, a line per format; safe in a browser. */
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { AccessLogReader, isAccessLog } from './access-log/read-access-log.ts'
import { GatlingReader, isSimulation } from './gatling/read-gatling.ts'
import { HarReader } from './har/read-har.ts'
import { InsomniaReader } from './insomnia/read-insomnia.ts'
import { isK6Script, K6Reader } from './k6/read-k6.ts'
import type { RecordedFormat } from './model/formats.ts'
import type { Recording } from './model/recording.ts'
import { OpenApiReader } from './openapi/read-openapi.ts'
import { isCapture } from './pcap/file/capture-file.ts'
import { PcapReader } from './pcap/read-pcap.ts'
import { PostmanReader } from './postman/read-postman.ts'
import { RecorderReader } from './recorder/read-recorder.ts'

/** Gets the chunks of a file in their order. */
export interface RecordingReader {
  feed(chunk: Uint8Array): void
  /** Of formats whose last work takes time: to be awaited before `end`. */
  settle?(): Promise<void>
  end(): Recording
}

interface KnownFormat {
  readonly format: RecordedFormat
  /** @param head the first characters of the file, without a byte order mark; @param start its first bytes */
  readonly recognises: (head: string, start: Uint8Array) => boolean
  readonly open: (options: ReadOptions) => RecordingReader
}

const formats: readonly KnownFormat[] = [
  { format: 'har', recognises: head => /^\s*\{[^{]*"log"\s*:\s*\{/.test(head), open: () => new HarReader() },
  {
    format: 'postman',
    recognises: head => /^\s*\{/.test(head) && /schema\.(get)?postman\.com|"_postman_id"/.test(head),
    open: () => new PostmanReader(),
  },
  {
    format: 'openapi',
    recognises: head =>
      /^\s*\{[^]*?"(openapi|swagger)"\s*:\s*"?\d/.test(head) ||
      /^["']?(openapi|swagger)["']?\s*:\s*["']?\d/m.test(head),
    open: () => new OpenApiReader(),
  },
  {
    format: 'pcap',
    recognises: (_, start) => isCapture(start),
    open: ({ keyLog }) => new PcapReader(keyLog),
  },
  {
    format: 'insomnia',
    recognises: head =>
      /"__export_format"\s*:\s*[34]\b|"_type"\s*:\s*"export"/.test(head) ||
      /^["']?type["']?\s*:\s*["']?collection\.insomnia\.rest\/5/m.test(head),
    open: () => new InsomniaReader(),
  },
  {
    format: 'recorder',
    recognises: head => /^\s*\{/.test(head) && /"type"\s*:\s*"(setViewport|navigate)"/.test(head),
    open: () => new RecorderReader(),
  },
  { format: 'k6', recognises: isK6Script, open: () => new K6Reader() },
  { format: 'gatling', recognises: isSimulation, open: () => new GatlingReader() },
  { format: 'accessLog', recognises: isAccessLog, open: () => new AccessLogReader() },
]

/** Bytes of a file that tell its format. */
const headBytes = 64 * 1024

/** What the user tells of a file. */
export interface ReadOptions {
  /** Format of an access log, as nginx or Apache was told to write it. */
  readonly logFormat?: string | undefined
  /** Secrets of the TLS connections of a packet capture, as SSLKEYLOGFILE has them. */
  readonly keyLog?: string | undefined
  /** Of the project. */
  readonly rules?: CorrelationRules | undefined
}

/** The reader for a file that begins so; null if the format is none of the known ones. */
export function readerFor(start: Uint8Array, options: ReadOptions = {}): RecordingReader | null {
  const { logFormat = '' } = options
  if (logFormat.trim() !== '') return new AccessLogReader(logFormat)
  const head = new TextDecoder().decode(start.subarray(0, headBytes))
  return formats.find(({ recognises }) => recognises(head, start))?.open(options) ?? null
}
