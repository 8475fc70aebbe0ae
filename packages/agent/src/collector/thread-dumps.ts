/** Dumps the threads of a JVM of this machine, once, on request. */
import { threadDumpLimitMs } from '@pone/contract/entities/jvm-threads.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { assertSame, chooseJvm } from '@pone/monitors/transports/jvm/allowed-jvms.ts'
import { dumpThreadsOf } from '@pone/monitors/transports/jvm/dump-threads.ts'
import { jvmFault } from '@pone/monitors/transports/jvm/jvm-fault.ts'
import type { JavaThread } from '@pone/monitors/transports/jvm/thread-dump.ts'
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
    const threads: JavaThread[] = []
    const onThread = (thread: JavaThread) => void threads.push(thread)
    const deadlocked = await dumpThreadsOf(jvm, 'Thread.print', { signal: limit, onThread }).catch(
      (error: unknown) => {
        limit.throwIfAborted()
        throw jvmFault(error, jvm)
      },
    )
    return { threads: groupThreads({ threads, deadlocked }), cause: '' }
  } catch (error) {
    if (limit.aborted)
      return { threads: null, cause: toldCause('profileTimedOut', { seconds: threadDumpLimitMs / 1_000 }) }
    if (error instanceof TargetFault && error.code === 'tooLarge')
      return { threads: null, cause: toldCause('threadsTooLarge') }
    return { threads: null, cause: jvmCause(error) }
  }
}
