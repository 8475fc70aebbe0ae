/** What the server is put together from: the outside world, and how the installation is set up. */
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { NetworkPlace } from '../http/tls/network-safety.ts'
import type { ServerCertificate } from '../http/tls/server-certificate.ts'
import type { ReplicaIdentity } from '../replicas/replica-node.ts'

export interface CompositionOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Where parameter files lie. */
  readonly fileFolder: string
  /** Temporary place of uploads, best on the same disk. */
  readonly uploadFolder: string
  /** Where the database lies when that is on this machine. */
  readonly databaseFolder?: string | undefined
  /** PEM file of the public keys that may sign licences; need not exist. */
  readonly licenceKeysPath: string
  readonly webFolder?: string | undefined
  /** Program that makes packages of the server's own version; without it there are none. */
  readonly bundler?: string | undefined
  readonly demoTargetUrl?: string | undefined
  /** Join token of the agent that is started together with the server. */
  readonly localAgentToken?: string | undefined
  /** Other machines can reach the server. */
  readonly isExposed?: boolean | undefined
  /** Connections, and requests under way, that one address may have. */
  readonly connectionsPerAddress?: number | undefined
  /** Where it will listen, as far as its safety depends on it. */
  readonly network?: NetworkPlace | undefined
  readonly certificate?: ServerCertificate | undefined
  /** PEM of certificates that other servers on the database may be signed with, besides those that every machine knows. */
  readonly peerAuthorities?: string | undefined
  /** Verification code that is always right; for browser tests. */
  readonly fixedCaptcha?: string | undefined
  /** Overrides every limit on calls per minute. */
  readonly ratePerMinute?: number | undefined
  readonly checksAnswers?: boolean | undefined
  /** Identity of this server among those on the database; without it, a new one at each start. */
  readonly replica?: ReplicaIdentity | undefined
  /** Told when another server has started under the same name. */
  readonly onReplaced?: (() => void) | undefined
}
