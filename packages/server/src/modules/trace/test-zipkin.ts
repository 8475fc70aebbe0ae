/** A real Zipkin for tests, on a port of loopback; its program is brought by `./pone test`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../adapters/test-sshd.ts'

const program = fileURLToPath(
  new URL('../../../../../.cache/zipkin/zipkin-server-3.4.4-slim.jar', import.meta.url),
)

export interface TestZipkin {
  readonly address: string
  close(): Promise<void>
}

export async function startTestZipkin(): Promise<TestZipkin> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const java = ['-Xmx96m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', '-jar', program]
  const listens = ['ip=127.0.0.1', `port=${port}`, 'protocols[0]=http']
  const child = spawn('java', [...java, ...listens.map(each => `--armeria.ports[0].${each}`)], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  // Also when it was not ready in time, so that nobody closes it.
  process.once('exit', kill)
  while (!(await isHealthy(address))) {
    if (child.exitCode !== null) throw new Error(`Zipkin exited with ${child.exitCode}; is ${program} there?`)
    await pause(50)
  }
  return {
    address,
    close: async () => {
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}

const isHealthy = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
