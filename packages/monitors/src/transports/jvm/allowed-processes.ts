/** Any process of this machine that flame diagrams may be taken of: those of the accounts that the owner of the machine has listed for JVMs. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { TargetFault } from '../../target-fault.ts'
import { notAllowed } from '../not-allowed.ts'
import { accountListing } from './allowed-jvms.ts'

export interface AnyProcess {
  readonly pid: number
  readonly uid: number
  /** Program and arguments. */
  readonly command: readonly string[]
}

/** By its number, or by a part of its program or one argument as a whole: parts of arguments may be passwords. @throws TargetFault */
export async function chooseProcess(wanted: string, accounts: readonly string[]): Promise<AnyProcess> {
  const { isListed, nameOf } = await accountListing(accounts)
  const text = wanted.trim()
  const all = (await findProcesses()).filter(each => each.pid !== process.pid && fits(each, text))
  const allowed = all.filter(({ uid }) => isListed(uid))
  const [found] = allowed
  if (found === undefined) {
    const [other] = all
    if (other === undefined || !/^\d+$/.test(text))
      throw new TargetFault('unreachable', `no process runs here that fits: ${wanted}`)
    throw notAllowed('PONE_AGENT_JVM_ACCOUNTS', [...accounts, nameOf(other.uid)].join(','))
  }
  if (allowed.length > 1) {
    const list = allowed.slice(0, 20).map(({ pid, command }) => `${pid}: ${(command[0] ?? '').slice(0, 150)}`)
    throw new TargetFault('refused', `${allowed.length} processes fit:\n${list.join('\n')}`)
  }
  return found
}

const fits = ({ pid, command }: AnyProcess, text: string): boolean =>
  /^\d+$/.test(text)
    ? String(pid) === text
    : text !== '' && ((command[0] ?? '').includes(text) || command.slice(1).includes(text))

async function findProcesses(): Promise<AnyProcess[]> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(names.map(name => readProcessOf(Number(name)).catch(() => null)))
  return found.filter(each => each !== null)
}

/** null = a thread of the kernel. */
async function readProcessOf(pid: number): Promise<AnyProcess | null> {
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(part => part !== '')
  if (command.length === 0) return null
  return { pid, uid: (await stat(`/proc/${pid}`)).uid, command }
}
