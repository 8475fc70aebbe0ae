/** Pictures of thread dumps: dumps of a running JVM, taken by the agent of the installation. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import { orderService } from './order-service.ts'
import { failing, type Picture, picture, work } from './picture.ts'

/** An agent starts a process for dumps, which takes long on a busy machine. */
const takenMs = 180_000

/** Dumps at an interval, and an order that fails because its process is not there; ids by the names that addresses use. */
export async function makeThreadDumps({ api, projectId }: Workspace): Promise<Record<string, string>> {
  const [agent] = await api.send(calls.monitor.agents, { projectId })
  const dumpsOf = async (name: string, process: string, dumps: number) => {
    const monitor = await api.send(calls.monitor.create, {
      projectId,
      name,
      type: 'jvm',
      params: { process },
      agentId: agent?.id ?? null,
    })
    await api.send(calls.monitor.start, { projectId, ids: [monitor.id] })
    const { id } = await api.send(calls.threadDump.create, {
      projectId,
      monitorId: monitor.id,
      dumps,
      seconds: 1,
    })
    await eventually({
      what: `the thread dumps of ${process}`,
      patienceMs: takenMs,
      look: async () =>
        (await api.send(calls.threadDump.get, { projectId, id })).state === 'running' ? undefined : true,
    })
    return { monitorId: monitor.id, id }
  }
  const failed = await dumpsOf('结算服务 JVM（旧机房）', 'SettlementService', 1)
  const taken = await dumpsOf('订单服务 JVM', orderService, 5)
  return { threads: taken.id, threadMonitor: taken.monitorId, failedThreads: failed.id }
}

const all = `${work}/threadDumps`
const one = `${all}?id={threads}`
const dump = `${one}&view=threads`
const difference = `${one}&view=difference`
const row = (name: string) => (page: Parameters<NonNullable<Picture['act']>>[0]) =>
  page.locator('.thread-table tr[data-row]', { hasText: name }).first().click()

export const threadDumpPictures: readonly Picture[] = [
  picture('owner', 'threadDumps', 'empty', all),
  picture('tester', 'threadDumps', 'list', all),
  picture('tester', 'threadDumps', 'failing', all, page => failing(page, 'threadDump/list')),
  picture('tester', 'threadDumps', 'overDumps', one),
  picture('tester', 'threadDumps', 'stuck', `${one}&stuck=true`, row('http-nio-8080-exec-1')),
  picture('tester', 'threadDumps', 'dump', dump),
  picture('tester', 'threadDumps', 'deadlock', `${dump}&each=true&search=transfer`, row('transfer-1')),
  picture('tester', 'threadDumps', 'nothingFound', `${dump}&search=nothing-like-it`),
  picture('tester', 'threadDumps', 'difference', difference),
  picture('tester', 'threadDumps', 'differenceNew', `${difference}&search=nightly`),
  picture('tester', 'threadDumps', 'failed', `${all}?id={failedThreads}`),
  picture('tester', 'threadDumps', 'gone', `${all}?id=00000000-0000-4000-8000-000000000000`),
  picture('engineer', 'threadDumps', 'denied', all),
  picture('tester', 'monitorInfo', 'threads', `${work}/monitorInfo?id={threadMonitor}`, page =>
    page.locator('section:has(> .thread-tools)').scrollIntoViewIfNeeded(),
  ),
]
