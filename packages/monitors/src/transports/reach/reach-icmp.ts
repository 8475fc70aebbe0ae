/** Reaches a host by ICMP echo requests, which the system's `ping` sends: programs may not without rights of root. */
import { execFile } from 'node:child_process'
import type { TargetRecord } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'

/** Echo requests of one collection. */
const usualCount = 3

/** @throws TargetFault */
export async function reachIcmp(params: ParamValues, signal: AbortSignal): Promise<TargetRecord> {
  const host = String(params['host'] ?? '')
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.:%_-]*$/u.test(host)) throw new TargetFault('unreachable', host)
  const count = Math.min(Math.max(Number(params['count'] ?? usualCount), 1), 20)
  const args = ['-n', '-q', '-c', String(count), '-i', '0.2', '-W', '2', '--', host]
  const { failure, stdout, stderr } = await run('ping', args, signal)
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(stdout) ?? []
  if (sent === undefined || received === undefined) {
    if (failure === 'ENOENT')
      throw new TargetFault('notSetUp', 'ping', { grant: 'apt-get install iputils-ping' })
    if (/not permitted/i.test(stderr))
      throw new TargetFault('missingRight', stderr, { grant: 'setcap cap_net_raw+ep "$(command -v ping)"' })
    throw new TargetFault('unreachable', stderr || stdout)
  }
  if (received === '0') throw new TargetFault('unreachable', stdout.trim())
  const [, minMs = '', timeMs = '', maxMs = ''] = /= ([\d.]+)\/([\d.]+)\/([\d.]+)/.exec(stdout) ?? []
  const lossPercent = (100 * (1 - Number(received) / Number(sent))).toFixed(2)
  return { reached: '1', minMs, timeMs, maxMs, lossPercent }
}

/** `failure` is the system's code when the program could not be started; exit codes of `ping` say no more than its words. */
function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ failure: string; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const options = { signal, env: { ...process.env, LC_ALL: 'C' } }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason)
      else resolve({ failure: String(error?.code ?? ''), stdout, stderr: stderr.trim() })
    })
  })
}
