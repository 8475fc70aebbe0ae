/** `./pone agent`: makes this machine a load machine of a server elsewhere. */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { runForeground } from '../foreground.ts'
import { asyncProfilerFolder, chooseDataFolder, jmeterFolder, programs } from '../paths.ts'
import { explainFolderProblem } from '../up/data-folder.ts'

const usage = `./pone agent --server ADDRESS [--token TOKEN] [--ca FILE | --pin SHA256]
             [--name NAME] [--data DIR]

Runs an agent that connects to a server and executes load tests on this machine.

  --server ADDRESS   the server, e.g. https://pone.example.com:8600
  --ca FILE          certificates (PEM) that the server may be signed with; else $PONE_AGENT_CA
  --pin SHA256       fingerprint by which the server is known instead; else $PONE_AGENT_PIN
  --token TOKEN      the join token; better in PONE_AGENT_TOKEN, where other users cannot see it
  --name NAME        the name shown in the cluster; default: the host's name
  --data DIR         folder of its key and of results not yet sent; default $PONE_DATA, else .pone in the checkout

What monitors of any project may read of this machine is set in its environment; each list replaces what it
names as default, and an empty one allows nothing:

  PONE_AGENT_JVM_ACCOUNTS        accounts whose JVMs are read, by name or number, separated by commas;
                                 default: the account of the agent; * = all
  PONE_AGENT_CONTAINER_SOCKETS   sockets of container engines, separated by colons; default: those of Docker
                                 and Podman in /run, /var/run and /run/user/NUMBER of the account of the agent
  PONE_AGENT_DATABASE_SOCKETS    folders of sockets of databases, separated by colons; default: none
  PONE_AGENT_SLOW_LOGS           folders of logs of slow operations, separated by colons; default: /var/log,
                                 /var/lib/mysql, /opt/mysql and /usr/local/mysql

How long a run takes to begin is set there, too, also for ./pone run:

  PONE_AGENT_WARM_UP             off: runs begin at once (default); on: engine processes run the steps against
                                 themselves for up to 3 s before the first user starts

Who may record on this machine is set there, too; programs that capture packets are tcpdump or dumpcap:

  PONE_AGENT_CAPTURES            own: projects that have the machine for themselves (default); all: every project
                                 that may use it, which then sees what others send; off: nobody
  PONE_AGENT_RECORDING_PORTS     ports that recording proxies listen on at all addresses of this machine, e.g.
                                 8640-8649; default: none, and no proxies
  PONE_AGENT_ACCESS_LOGS         folders whose access logs may be counted for production mixes, separated by
                                 colons, for all projects that may use the machine; default: those of web servers
                                 in /var/log and /usr/local, for projects that have the machine for themselves
`

async function run(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: {
      server: { type: 'string' },
      token: { type: 'string' },
      ca: { type: 'string' },
      pin: { type: 'string' },
      name: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const server = values.server ?? process.env['PONE_SERVER_URL']
  const token = values.token ?? process.env['PONE_AGENT_TOKEN']
  if (server === undefined || !/^https?:$/.test(URL.parse(server)?.protocol ?? '')) {
    throw new CommandError('usage', 'Name the server with --server, e.g. --server http://192.168.1.5:8600.')
  }
  if (token === undefined || token === '') {
    throw new CommandError('usage', 'Give the join token of the server in PONE_AGENT_TOKEN or with --token.')
  }
  const data = join(chooseDataFolder(values.data), 'agent')
  try {
    await mkdir(data, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw explainFolderProblem(data, cause)
  }
  return runForeground({
    name: 'agent',
    main: programs.agent,
    env: {
      PONE_SERVER_URL: server,
      PONE_AGENT_TOKEN: token,
      ...(values.ca === undefined ? {} : { PONE_AGENT_CA: resolve(values.ca) }),
      ...(values.pin === undefined ? {} : { PONE_AGENT_PIN: values.pin }),
      PONE_AGENT_DATA: data,
      PONE_AGENT_NAME: values.name ?? hostname(),
      PONE_AGENT_JMETERS: jmeterFolder,
      PONE_AGENT_ASYNC_PROFILERS: asyncProfilerFolder,
    },
    readyEvent: 'connected',
  })
}

export const agent: Command = { usage, run }
