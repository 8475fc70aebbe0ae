/** All transports, a line each. */
import type { TransportName } from '../requests.ts'
import { dockerTransport } from './docker/transport.ts'
import { http } from './http/http.ts'
import { jvmTransport } from './jvm/transport.ts'
import { kafkaTransport } from './kafka/transport.ts'
import { kubernetesTransport } from './kubernetes/transport.ts'
import { mongodbTransport } from './mongodb/transport.ts'
import { procfs } from './procfs/procfs.ts'
import { reach } from './reach/reach.ts'
import { redisTransport } from './redis/transport.ts'
import { usualLogFolders } from './slow-log/log-file.ts'
import { slowLogTransport } from './slow-log/transport.ts'
import { mysqlTransport, postgresqlTransport } from './sql/transport.ts'
import { aixTransport } from './ssh/aix.ts'
import { ssh } from './ssh/ssh.ts'
import type { Transport } from './transport.ts'

export const transports: Readonly<Partial<Record<TransportName, Transport>>> = {
  procfs,
  ssh,
  'ssh-aix': aixTransport,
  http,
  reach,
  redis: redisTransport,
  mysql: mysqlTransport,
  postgresql: postgresqlTransport,
  jvm: jvmTransport,
  'slow-log': slowLogTransport(usualLogFolders),
  docker: dockerTransport,
  kafka: kafkaTransport,
  mongodb: mongodbTransport,
  kubernetes: kubernetesTransport,
}

/** `slowLogFolders`: where the owner of this machine lets logs be read. */
export const transportsFor = (slowLogFolders: readonly string[]): typeof transports => ({
  ...transports,
  'slow-log': slowLogTransport(slowLogFolders),
})
