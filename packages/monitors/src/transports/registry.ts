/** All transports, a line each. */
import type { TransportName } from '../requests.ts'
import { dockerTransport } from './docker/transport.ts'
import { http } from './http/http.ts'
import { jvmTransport } from './jvm/transport.ts'
import { kafkaTransport } from './kafka/transport.ts'
import { kubernetesTransport } from './kubernetes/transport.ts'
import { type MachineLimits, usualLimits } from './machine-limits.ts'
import { mongodbTransport } from './mongodb/transport.ts'
import { procfs } from './procfs/procfs.ts'
import { reach } from './reach/reach.ts'
import { redisTransport } from './redis/transport.ts'
import { slowLogTransport } from './slow-log/transport.ts'
import { mysqlTransport, oracleTransport, postgresqlTransport, sqlServerTransport } from './sql/transport.ts'
import { aixTransport } from './ssh/aix.ts'
import { ssh } from './ssh/ssh.ts'
import type { Transport } from './transport.ts'

/** For an agent on a machine whose owner allows this. */
export const transportsFor = ({
  slowLogFolders,
  databaseSockets,
  containerSockets,
  jvmAccounts,
}: MachineLimits): Readonly<Partial<Record<TransportName, Transport>>> => ({
  procfs,
  ssh,
  'ssh-aix': aixTransport,
  http,
  reach,
  redis: redisTransport,
  mysql: mysqlTransport,
  postgresql: postgresqlTransport(databaseSockets),
  oracle: oracleTransport,
  sqlserver: sqlServerTransport,
  jvm: jvmTransport(jvmAccounts),
  'slow-log': slowLogTransport(slowLogFolders),
  docker: dockerTransport(containerSockets),
  kafka: kafkaTransport,
  mongodb: mongodbTransport,
  kubernetes: kubernetesTransport,
})

/** For a machine whose owner has set nothing. */
export const transports = transportsFor(usualLimits())
