/** Dumps the threads of a JVM of this machine, once, on request. */
import { threadDumpLimitMs } from '@pone/contract/entities/jvm-threads.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { assertSame, chooseJvm } from '@pone/monitors/transports/jvm/allowed-jvms.ts'
import { attach } from '@pone/monitors/transports/jvm/attach.ts'
import { jvmFault } from '@pone/monitors/transports/jvm/jvm-fault.ts'
import { groupThreads } from '@pone/monitors/transports/jvm/thread-groups.ts'
import { jvmCause } from './jvm-cause.ts'

/** Never rejects. */
export async function dumpThreads(
  wanted: string,
  accounts: readonly string[],
): Promise<Pick<ReportOf<'threadsDumped'>, 'threads' | 'cause'>> {
  const limit = AbortSignal.timeout(threadDumpLimitMs)
  try {
    const jvm = await chooseJvm(wanted, accounts)
    await assertSame(jvm)
    const text = await attach(jvm, ['jcmd', 'Thread.print'], limit).catch((error: unknown) => {
      limit.throwIfAborted()
      throw jvmFault(error, jvm)
    })
    const threads = groupThreads(text)
    if (threads === null) throw new TargetFault('malformed', text.slice(0, 200))
    return { threads, cause: '' }
  } catch (error) {
    if (limit.aborted)
      return { threads: null, cause: toldCause('profileTimedOut', { seconds: threadDumpLimitMs / 1_000 }) }
    if (error instanceof TargetFault && error.code === 'tooLarge')
      return { threads: null, cause: toldCause('threadsTooLarge') }
    return { threads: null, cause: jvmCause(error) }
  }
}
