/** Configuration of the server process from environment variables. */
import { join } from 'node:path'
import { z } from 'zod'
import { type VictoriaSettings, victoriaSettings } from './adapters/time-series/victoria-metrics/settings.ts'
import type { CertificateFiles } from './http/tls/certificate-pair.ts'
import { parseTrustedProxies, type TrustedProxies } from './http/tls/trusted-proxies.ts'
import { type MonitoredDatabase, monitoredDatabaseSchema } from './seed/monitored-database.ts'

const optional = z
  .string()
  .optional()
  .transform(text => (text === '' ? undefined : text))

const environmentSchema = z.object({
  PONE_DATABASE_URL: z.string().min(1),
  PONE_DATABASE_FOLDER: optional,
  PONE_DATABASE_MONITOR: optional,
  PONE_DATA: z.string().min(1),
  PONE_PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  PONE_HOST: z.string().min(1).default('127.0.0.1'),
  PONE_DEMO_TARGET_URL: optional,
  PONE_WEB_DIST: optional,
  PONE_BUNDLER: optional,
  PONE_LOCAL_AGENT_TOKEN: optional,
  PONE_CAPTCHA_FIXED: optional,
  PONE_LICENCE_KEYS: optional,
  PONE_RATE_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  PONE_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(10).optional(),
  PONE_TRUST_PROXY: optional,
  PONE_TLS_CERT: optional,
  PONE_TLS_KEY: optional,
  PONE_TLS_CA: optional,
  PONE_REPLICA_NAME: optional,
  PONE_REPLICA_URL: z.url({ protocol: /^https?$/ }).optional(),
  PONE_SECRET_KEY: optional,
  PONE_FILES: optional,
  PONE_ALERT_ADDRESSES: optional,
  PONE_TRACING_ADDRESSES: optional,
  PONE_RECORDING_ADDRESSES: optional,
  PONE_RECORDING_PORTS: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/)
    .optional(),
  PONE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PONE_VICTORIA_METRICS_URL: optional,
  PONE_VICTORIA_METRICS_READ_URL: optional,
  PONE_VICTORIA_METRICS_TOKEN: optional,
})

export interface Environment {
  readonly databaseUrl: string
  /** Data folder of the database, if it is on this machine; its free disk space is monitored. */
  readonly databaseFolder: string | undefined
  /** Set by `./pone up` where the database is its own. */
  readonly monitoredDatabase: MonitoredDatabase | undefined
  readonly dataFolder: string
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  readonly demoTargetUrl: string | undefined
  readonly webFolder: string | undefined
  readonly bundler: string | undefined
  readonly localAgentToken: string | undefined
  readonly fixedCaptcha: string | undefined
  /** PEM file of the public keys that licences may be signed with. */
  readonly licenceKeysPath: string
  readonly ratePerMinute: number | undefined
  /** Maximum number of connections, and of concurrent requests, per address. */
  readonly connectionsPerAddress: number | undefined
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustedProxies: TrustedProxies
  /** Undefined: the server uses plain HTTP. */
  readonly tls: CertificateFiles | undefined
  /** Name among the servers on one database; the default is host name and port. */
  readonly replicaName: string | undefined
  /** Address under which the other servers on the database reach this one. */
  readonly replicaUrl: string | undefined
  /** Base64 of the key that encrypts secrets, instead of the one in the data folder. */
  readonly secretKey: string | undefined
  /** Folder of uploads, which all servers on one database must share. */
  readonly fileFolder: string
  /** Where samples of monitors are stored; undefined: in the database. */
  readonly victoriaMetrics: VictoriaSettings | undefined
  /** Private addresses and subnets that notices of alerts may be sent to. */
  readonly alertAddresses: readonly string[]
  /** Private addresses and subnets at which traces may be read. */
  readonly tracingAddresses: readonly string[]
  /** Of recording proxies. */
  readonly recordings: {
    readonly host: string
    readonly ports: readonly number[]
    /** Private addresses and subnets that recorded requests may be sent to. */
    readonly targets: readonly string[]
  }
  /** Under which people open the server, for links in notices; undefined: not known. */
  readonly publicUrl: string | undefined
}

function tlsOf(data: z.infer<typeof environmentSchema>): CertificateFiles | undefined {
  const { PONE_TLS_CERT: cert, PONE_TLS_KEY: key, PONE_TLS_CA: ca } = data
  if (cert !== undefined && key !== undefined) return { cert, key, ca }
  if (cert === undefined && key === undefined && ca === undefined) return undefined
  throw new Error(
    'The environment of the server is not usable: PONE_TLS_CERT and PONE_TLS_KEY belong together.',
  )
}

function victoriaOf(data: z.infer<typeof environmentSchema>): VictoriaSettings | undefined {
  const {
    PONE_VICTORIA_METRICS_URL: url,
    PONE_VICTORIA_METRICS_READ_URL: readUrl,
    PONE_VICTORIA_METRICS_TOKEN: token,
  } = data
  if (url !== undefined) return victoriaSettings(url, { readUrl, token })
  if (readUrl === undefined && token === undefined) return undefined
  throw new Error(
    'The environment of the server is not usable: PONE_VICTORIA_METRICS_READ_URL and PONE_VICTORIA_METRICS_TOKEN need PONE_VICTORIA_METRICS_URL.',
  )
}

function monitoredDatabaseOf(text: string | undefined): MonitoredDatabase | undefined {
  if (text === undefined) return undefined
  try {
    return monitoredDatabaseSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(
      'The environment of the server is not usable: PONE_DATABASE_MONITOR is not a sign-in as JSON.',
    )
  }
}

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(each => each !== '')

/** Of a range; any free one without it. */
function portsIn(range: string | undefined): number[] {
  if (range === undefined) return [0]
  const [first = 0, last = 0] = range.split('-').map(Number)
  const count = last - first + 1
  if (first < 1 || last > 65_535 || count < 1 || count > 100)
    throw new Error(
      'The environment of the server is not usable: PONE_RECORDING_PORTS must name 1 to 100 ports, e.g. 8640-8649.',
    )
  return Array.from({ length: count }, (_, at) => first + at)
}

/** @throws Error with one sentence that names every variable that is missing or wrong */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = environmentSchema.safeParse(variables)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(issue => `${issue.path.join('.')} (${issue.message})`)
    throw new Error(`The environment of the server is not usable: ${problems.join(', ')}.`)
  }
  const { data } = parsed
  return {
    databaseUrl: data.PONE_DATABASE_URL,
    databaseFolder: data.PONE_DATABASE_FOLDER,
    monitoredDatabase: monitoredDatabaseOf(data.PONE_DATABASE_MONITOR),
    dataFolder: data.PONE_DATA,
    port: data.PONE_PORT,
    host: data.PONE_HOST,
    demoTargetUrl: data.PONE_DEMO_TARGET_URL,
    webFolder: data.PONE_WEB_DIST,
    bundler: data.PONE_BUNDLER,
    localAgentToken: data.PONE_LOCAL_AGENT_TOKEN,
    fixedCaptcha: data.PONE_CAPTCHA_FIXED,
    licenceKeysPath: data.PONE_LICENCE_KEYS ?? join(data.PONE_DATA, 'licence-keys.pem'),
    ratePerMinute: data.PONE_RATE_PER_MINUTE,
    connectionsPerAddress: data.PONE_CONNECTIONS_PER_ADDRESS,
    trustedProxies: parseTrustedProxies(data.PONE_TRUST_PROXY),
    tls: tlsOf(data),
    replicaName: data.PONE_REPLICA_NAME,
    replicaUrl: data.PONE_REPLICA_URL,
    secretKey: data.PONE_SECRET_KEY,
    fileFolder: data.PONE_FILES ?? join(data.PONE_DATA, 'files'),
    victoriaMetrics: victoriaOf(data),
    alertAddresses: listOf(data.PONE_ALERT_ADDRESSES),
    tracingAddresses: listOf(data.PONE_TRACING_ADDRESSES),
    recordings: {
      host: data.PONE_HOST,
      ports: portsIn(data.PONE_RECORDING_PORTS),
      targets: listOf(data.PONE_RECORDING_ADDRESSES),
    },
    publicUrl: data.PONE_PUBLIC_URL,
  }
}
