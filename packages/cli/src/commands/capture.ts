/** `./pone capture`: the local capture tool, which a page of Pone in a browser on this machine asks for packets. */
import { randomBytes } from 'node:crypto'
import { findProgram } from '@pone/agent/recordings/capture-program.ts'
import { CaptureServer } from '../capture/server.ts'
import { type Command, readOptions, readPort } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { catchStopSignals } from '../stop-signals.ts'

const defaultPort = 18_087
const usage = `./pone capture [--origin ADDRESS ...] [--port N] [--minutes N] [--megabytes N]

Lets the component editor, opened in a browser on this machine, capture packets of this machine: start it, and
enter the token that it prints in the dialog that imports requests. Packets go to that page only, and are
neither stored nor uploaded. Ctrl-C ends the tool, and a capture that is running.

  --origin ADDRESS  address of Pone's web pages, e.g. https://pone.example.com; repeatable. Pages that
                    this machine serves itself may always use the tool
  --port N          port on the loopback interface; default ${defaultPort}; 0: any free one
  --minutes N       ends a capture after that time, 1 to 60; default 10
  --megabytes N     ends a capture at that size, 1 to 2000; default 500

It uses tcpdump, or dumpcap of Wireshark. The right to capture have root (sudo ./pone capture), and on Linux
everybody after: sudo setcap cap_net_raw,cap_net_admin=eip "$(command -v tcpdump)"
`

/** @throws CommandError `usage` */
function readNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value
  throw new CommandError('usage', `--${name} must be a number from 1 to ${max}, not '${text}'.`)
}

/** @throws CommandError `usage` */
function readOrigin(text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin
  throw new CommandError(
    'usage',
    `--origin must be an address such as https://pone.example.com, not '${text}'.`,
  )
}

async function run(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: {
      origin: { type: 'string', multiple: true },
      port: { type: 'string', default: String(defaultPort) },
      minutes: { type: 'string', default: '10' },
      megabytes: { type: 'string', default: '500' },
    },
  })
  const port = readPort(values.port)
  const token = randomBytes(24).toString('base64url')
  const server = new CaptureServer({
    port,
    token,
    origins: (values.origin ?? []).map(readOrigin),
    limits: {
      maxDurationMs: readNumber('minutes', values.minutes, 60) * 60_000,
      maxBytes: readNumber('megabytes', values.megabytes, 2_000) * 1_000_000,
    },
  })
  if (findProgram() === null)
    throw new CommandError('setUp', 'Neither tcpdump nor dumpcap is on this machine; install one of them.')
  const stopSignals = catchStopSignals()
  try {
    const listening = await server.listen().catch((cause: unknown) => {
      throw new CommandError('portTaken', `Port ${port} is taken; choose another one with --port.`, { cause })
    })
    process.stdout.write(`ready: http://127.0.0.1:${listening}\ntoken: ${token}\n`)
    await stopSignals.received
    return 'ok'
  } finally {
    await server.close()
    stopSignals.release()
  }
}

export const capture: Command = { usage, run }
