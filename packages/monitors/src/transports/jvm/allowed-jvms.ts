/** JVMs that monitors may read: those of the accounts that the owner of the machine has listed. */
import { readFile } from 'node:fs/promises'
import { TargetFault } from '../../target-fault.ts'
import { notAllowed } from '../not-allowed.ts'
import { findJvms, type JvmProcess, mainOf, readJvm, selectJvms } from './processes.ts'

/** Whether an account, by its number, is listed. */
type IsListed = (uid: number) => boolean

/** Of all JVMs of this machine. `accounts`: names or numbers; `*` = all. */
export async function findAllowedJvms(accounts: readonly string[]): Promise<JvmProcess[]> {
  const [jvms, users] = await Promise.all([findJvms(), readUsers()])
  const isListed = listing(accounts, users)
  return jvms.filter(({ uid }) => isListed(uid))
}

/** The one that a monitor means. @throws TargetFault */
export async function chooseJvm(wanted: string, accounts: readonly string[]): Promise<JvmProcess> {
  const [jvms, users] = await Promise.all([findJvms(), readUsers()])
  const isListed = listing(accounts, users)
  const found = selectJvms(
    jvms.filter(({ uid }) => isListed(uid)),
    wanted,
  )
  const [jvm] = found
  if (jvm === undefined) {
    // Arguments of JVMs that may not be read could be guessed whole, so they do not count.
    const others = jvms
      .filter(({ uid }) => !isListed(uid))
      .map(other => ({ ...other, command: shown(other) }))
    const [other] = selectJvms(others, wanted)
    if (other === undefined) throw new TargetFault('unreachable', `no JVM runs here that fits: ${wanted}`)
    const account = nameOf(other.uid, users)
    throw notAllowed('PONE_AGENT_JVM_ACCOUNTS', [...accounts, account].join(','))
  }
  if (found.length > 1) {
    const list = found.map(({ pid, command }) => `${pid}: ${mainOf(command).slice(0, 150)}`)
    throw new TargetFault('refused', `${found.length} JVMs fit:\n${list.join('\n')}`)
  }
  return jvm
}

/** Another process may have got the number since, of another account. @throws TargetFault `targetClosed` */
export async function assertSame(jvm: JvmProcess): Promise<void> {
  const now = await readJvm(jvm.pid)
  if (now === null || now.uid !== jvm.uid || now.startedAt !== jvm.startedAt)
    throw new TargetFault('targetClosed', `process ${jvm.pid} has ended`)
}

/** Program and main class or jar. */
const shown = ({ command }: JvmProcess): string[] => [command[0] ?? '', mainOf(command)]

function listing(accounts: readonly string[], users: ReadonlyMap<string, number>): IsListed {
  if (accounts.includes('*')) return () => true
  const listed = new Set(
    accounts.map(account => (/^\d+$/.test(account) ? Number(account) : users.get(account))),
  )
  return uid => listed.has(uid)
}

/** For processes that are no JVMs: whether an account is listed, and how it is called. */
export async function accountListing(
  accounts: readonly string[],
): Promise<{ readonly isListed: IsListed; readonly nameOf: (uid: number) => string }> {
  const users = await readUsers()
  return { isListed: listing(accounts, users), nameOf: uid => nameOf(uid, users) }
}

/** Numbers of the machine's own accounts by name; those of a directory service are listed by number. */
async function readUsers(): Promise<Map<string, number>> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return new Map(
    lines.flatMap(line => {
      const [name = '', , uid = ''] = line.split(':')
      return /^\d+$/.test(uid) ? [[name, Number(uid)] as const] : []
    }),
  )
}

const nameOf = (uid: number, users: ReadonlyMap<string, number>): string =>
  [...users].find(([, number]) => number === uid)?.[0] ?? String(uid)
