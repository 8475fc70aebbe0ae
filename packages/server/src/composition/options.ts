/** Options of the composition: external resources and settings of the installation. */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { VictoriaSettings } from '../adapters/time-series/victoria-metrics/settings.ts'
import type { NetworkPlace } from '../http/tls/network-safety.ts'
import type { ServerCertificate } from '../http/tls/server-certificate.ts'
import type { RecordingSettings } from '../modules/recording/recording.service.ts'
import type { ReplicaIdentity } from '../replicas/replica-node.ts'

export interface CompositionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Folder of parameter files. */
  readonly fileFolder: string
  /** Temporary folder of uploads, best on the same disk. */
  readonly uploadFolder: string
  /** Data folder of the database, if it is on this machine. */
  readonly databaseFolder?: string | undefined
  /** PEM file of the public keys that licences may be signed with; may be missing. */
  readonly licenceKeysPath: string
  readonly webFolder?: string | undefined
  /** Script that builds packages of the server's own version; without it there are none. */
  readonly bundler?: string | undefined
  readonly demoTargetUrl?: string | undefined
  /** Where samples of monitors are stored; undefined: in the database. */
  readonly victoriaMetrics?: VictoriaSettings | undefined
  /** Private addresses and subnets that notices of alerts may be sent to; undefined: none. */
  readonly alertAddresses?: readonly string[] | undefined
  /** Private addresses and subnets at which traces may be read; undefined: none. */
  readonly tracingAddresses?: readonly string[] | undefined
  /** Of recording proxies; undefined: only for this machine, and to public targets. */
  readonly recordings?: RecordingSettings | undefined
  /** Under which people open the server, for links in notices; undefined: not known. */
  readonly publicUrl?: string | undefined
  /** Join token of the agent that is started together with the server. */
  readonly localAgentToken?: string | undefined
  /** Whether other machines can reach the server. */
  readonly isExposed?: boolean | undefined
  /** Maximum number of connections, and of concurrent requests, per address. */
  readonly connectionsPerAddress?: number | undefined
  /** Listening address, as far as the security checks depend on it. */
  readonly network?: NetworkPlace | undefined
  readonly certificate?: ServerCertificate | undefined
  /** PEM of CA certificates that other servers on the database may be signed with, in addition to the default ones. */
  readonly peerAuthorities?: string | undefined
  /** CAPTCHA text that is always accepted; for browser tests. */
  readonly fixedCaptcha?: string | undefined
  /** Overrides every rate limit of calls per minute. */
  readonly ratePerMinute?: number | undefined
  readonly checksAnswers?: boolean | undefined
  /** Identity of this server among those on the database; new at each start if omitted. */
  readonly replica?: ReplicaIdentity | undefined
  /** Called when another server has started under the same name. */
  readonly onReplaced?: (() => void) | undefined
}
