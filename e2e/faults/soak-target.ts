/** The target of the soak test: a demo shop of its own at an address that machines in other networks can reach. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programs } from '@pone/cli/paths.ts'

const startPatienceMs = 20_000

/** Returns its address; it ends with this process at the latest. @throws Error when it does not start */
export async function startSoakTarget(host: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [programs.demoTarget, '--host', host, '--port', '0'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const stop = async () => void child.kill('SIGKILL')
  const lines = createInterface({ input: child.stdout, signal: AbortSignal.timeout(startPatienceMs) })
  for await (const line of lines) {
    const [, address] = /"address":"([^"]+)"/.exec(line) ?? []
    if (address !== undefined) {
      child.stdout.resume()
      return { address, stop }
    }
  }
  await stop()
  throw new Error('the target of the soak does not start')
}
