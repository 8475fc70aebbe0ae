/** Imported JMeter results for the pictures of its reports: a shop with errors, two hundred long labels, and a broken file. */

import { calls } from '@pone/contract/calls/registry.ts'
import {
  type JmeterReportSettings,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { csvField } from '@pone/schema/csv-field.ts'
import { importByApi, jtlHeader } from '../driver/imports.ts'
import type { Api } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation } from '../harness/installation.ts'

interface Owner {
  readonly api: Api
  readonly token: string
  readonly projectId: string
}

const startMs = Date.UTC(2026, 10, 20, 6, 30)

/** Ids of records by the names that addresses of pictures use. */
export async function makeJmeterResults(
  installation: Installation,
  owner: Owner,
): Promise<Record<string, string>> {
  const jmeterRun = await importResults(installation, owner, '618 大促下单压测', shopResults())
  const jmeterMany = await importResults(installation, owner, '接口全量回归', manyLabels())
  const jmeterBroken = await importResults(
    installation,
    owner,
    '夜间巡检',
    `${shopResults(400)}half,a,line\n`,
  )
  await makeAgain(owner, jmeterBroken, { labelFilter: 'no such label' })
  const jmeterPartly = await importResults(
    installation,
    owner,
    '夜间巡检 2',
    `${shopResults(400)}half,a,line\n`,
  )
  return { jmeterRun, jmeterMany, jmeterBroken, jmeterPartly }
}

async function importResults(
  installation: Installation,
  owner: Owner,
  name: string,
  text: string,
): Promise<string> {
  const id = await importByApi(installation, { ...owner, name, text })
  await made(owner.api, owner.projectId, id)
  return id
}

async function makeAgain(
  { api, projectId }: Owner,
  runId: string,
  changes: Partial<JmeterReportSettings>,
): Promise<void> {
  const settings = jmeterReportSettingsSchema.parse(changes)
  await api.send(calls.jmeterReport.generate, { projectId, runId, settings })
  await made(api, projectId, runId)
}

async function made(api: Api, projectId: string, runId: string): Promise<void> {
  await eventually({
    what: 'the JMeter report',
    patienceMs: 60_000,
    look: async () => {
      const { report } = await api.send(calls.jmeterReport.get, { projectId, runId })
      return report !== null && report.state !== 'generating' ? true : undefined
    },
  })
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const requests = [
  ['GET /api/home 首页', 60],
  ['POST /api/login 登录', 180],
  ['GET /api/goods/search 商品搜索', 320],
  ['GET /api/goods/detail', 110],
  ['POST /api/cart 加入购物车', 90],
  ['POST /api/orders 提交订单', 640],
  ['POST /api/pay 支付', 850],
] as const
const failures = [
  ['503', 'Service Unavailable', ''],
  ['500', 'Internal Server Error', ''],
  ['Non HTTP response code: java.net.SocketTimeoutException', 'Read timed out', ''],
  ['200', 'OK', 'Test failed: text expected to contain /"code":0/'],
] as const

/** Ten minutes of a shop under rising load, with transactions, slow minutes and errors. */
function shopResults(rows = 24_000): string {
  const random = randomFrom(11)
  const lines = [jtlHeader]
  const spanMs = 600_000
  for (let index = 0; index < rows; index++) {
    const at = startMs + Math.round((index / rows) ** 0.7 * spanMs)
    const threads = 5 + Math.floor(((at - startMs) / spanMs) * 45)
    const place = index % requests.length
    const [label, base] = requests[place] ?? requests[0]
    const isSlow = at - startMs > 360_000 && at - startMs < 420_000
    const elapsed = Math.round(base * (0.4 + random() ** 3 * 4 + threads / 60) * (isSlow ? 2.5 : 1))
    const failed = random() < (isSlow ? 0.09 : 0.012) && place > 1
    const [code, message, reason] = (failed && failures[Math.floor(random() ** 2 * failures.length)]) || [
      '200',
      'OK',
      '',
    ]
    const tail = `${1_200 + Math.floor(random() * 9_000)},${300 + (index % 90)},${threads},${threads + 2},null,${Math.floor(elapsed * 0.8)},0,${index % 9}`
    const said = csvField(reason)
    const group = place > 3 ? '下单用户' : '浏览用户'
    lines.push(
      `${at},${elapsed},${label},${code},${message},${group} 1-${1 + (index % threads)},text,${!failed},${said},${tail}`,
    )
    if (place === requests.length - 1)
      lines.push(
        `${at},${elapsed + 900},下单全流程,${failed ? '' : '200'},"Number of samples in transaction : 4, number of failing samples : ${failed ? 1 : 0}",下单用户 1-1,,${!failed},,${tail}`,
      )
  }
  return `${lines.join('\n')}\n`
}

function manyLabels(): string {
  const random = randomFrom(5)
  const lines = [jtlHeader]
  for (let index = 0; index < 12_000; index++) {
    const place = Math.floor(random() ** 1.5 * 200)
    const elapsed = 20 + place + Math.floor(random() * 200)
    const label = `/api/v3/tenants/{tenantId}/warehouses/{warehouseId}/inventory/items/${place}/reservations?expand=lots,serials,locations`
    lines.push(
      `${startMs + index * 20},${elapsed},"${label}",200,OK,API 1-${1 + (place % 20)},text,true,,900,220,20,20,null,${elapsed - 5},0,3`,
    )
  }
  return `${lines.join('\n')}\n`
}
