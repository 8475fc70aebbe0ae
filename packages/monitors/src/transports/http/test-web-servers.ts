/** Nginx and RabbitMQ of this machine for tests and measurements, each in a folder of its own. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startServer, temporaryFolder, untilAnswers } from '../test-servers.ts'

const host = '127.0.0.1'

export interface WebServer {
  readonly port: number
  stop(): Promise<void>
}

/** With its status page at `/nginx_status`. */
export async function startNginx(): Promise<WebServer> {
  const folder = await temporaryFolder()
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `pid ${folder}/pid; error_log stderr; daemon off; worker_processes 1;
events { worker_connections 64; }
http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
server { listen ${host}:${port}; location = /nginx_status { stub_status; } location / { return 200 "ok"; } } }`,
  )
  const server = startServer('/usr/sbin/nginx', ['-p', folder, '-c', configuration], { folder })
  await untilAnswers(`http://${host}:${port}/`)
  return { port, stop: () => server.stop() }
}

export interface Rabbitmq extends WebServer {
  /** Of its Prometheus plugin. */
  readonly metricsPort: number
  /** Asks the management API as its administrator. */
  call(path: string, method: string, body: object): Promise<Response>
  addQueues(names: readonly string[]): Promise<void>
}

/** With its management API, whose figures follow within a second, and one scheduler. */
export async function startRabbitmq(): Promise<Rabbitmq> {
  const folder = await temporaryFolder()
  const [amqpPort, epmdPort, distributionPort] = [await freePort(), await freePort(), await freePort()]
  const [port, metricsPort] = [await freePort(), await freePort()]
  await writeFile(
    join(folder, 'rabbitmq.conf'),
    `listeners.tcp.default = ${host}:${amqpPort}
management.tcp.ip = ${host}
management.tcp.port = ${port}
prometheus.tcp.ip = ${host}
prometheus.tcp.port = ${metricsPort}
collect_statistics_interval = 1000
`,
  )
  await writeFile(join(folder, 'plugins'), '[rabbitmq_management,rabbitmq_prometheus].')
  const env = {
    HOME: folder,
    ERL_EPMD_PORT: String(epmdPort),
    RABBITMQ_NODENAME: `pone${port}@localhost`,
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none',
  }
  const server = startServer('/usr/lib/rabbitmq/bin/rabbitmq-server', [], { folder, env })
  const authorization = `Basic ${Buffer.from('guest:guest').toString('base64')}`
  const call = (path: string, method: string, body: object) =>
    fetch(`http://${host}:${port}/api/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await untilAnswers(`http://${host}:${port}/api/overview`, { authorization })
  return {
    port,
    metricsPort,
    call,
    async addQueues(names) {
      const queues = names.map(name => ({
        name,
        vhost: '/',
        durable: false,
        auto_delete: false,
        arguments: {},
      }))
      await call('definitions', 'POST', { queues })
    },
    async stop() {
      await server.stop()
      // The port mapper of Erlang stays behind its nodes.
      await promisify(execFile)('epmd', ['-kill'], { env: { ...process.env, ...env } }).catch(() => undefined)
    },
  }
}
