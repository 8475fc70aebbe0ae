/** A run against a real nginx, compared with the production mix that is made from nginx's own log of the run. */
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePort,
  startServer,
  temporaryFolder,
  untilAnswers,
} from '@pone/monitors/transports/test-servers.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { mixDocumentOf } from '@pone/recording/mix/mix-document.ts'
import { wholeMix } from '@pone/recording/mix/mix-part.ts'
import { componentOfMix, loadOfDocument } from '@pone/recording/mix/scenario-of-mix.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import { createRunHarness } from '@pone/server/modules/controller/run-harness.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

async function startNginx() {
  const folder = await temporaryFolder()
  const port = await freePort()
  const log = join(folder, 'access.log')
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `pid ${folder}/pid; error_log stderr; daemon off; worker_processes 1;
events { worker_connections 256; }
http { access_log ${log}; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
server { listen 127.0.0.1:${port}; location = /ready { access_log off; return 200 "ok"; }
location = /cart { return 503 "busy"; } location /orders { return 200 "${'x'.repeat(400)}"; } location / { return 200 "ok"; } } }`,
  )
  const server = startServer('/usr/sbin/nginx', ['-p', folder, '-c', configuration], { folder })
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}/ready`)
  return {
    url,
    log: () => readFile(log, 'utf8'),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function mixOf(log: string): Promise<ProductionMixDocument> {
  const recording = await readRecording(
    (async function* () {
      yield new TextEncoder().encode(log)
    })(),
  )
  const document = recording === null ? null : mixDocumentOf(recording, 'access.log')
  if (document === null) throw new Error('The log has no mix')
  return document
}

/** Of one earlier hour: 60 % orders by id, 30 % pages, 10 % of a request that the server refuses now. */
const formerLog = Array.from({ length: 40 }, (_, at) => {
  const request = at % 10 < 6 ? `GET /orders/${at}` : at % 10 < 9 ? 'GET /' : 'POST /cart'
  const time = `01/Jan/2026:08:00:0${Math.floor(at / 20)} +0000`
  return `10.0.0.1 - - [${time}] "${request} HTTP/1.1" 200 300\n`
}).join('')

test('a run has at least 99 % of the mix of its own log, request by request, and of the mix it was made from', async () => {
  const nginx = await startNginx()
  onTestFinished(nginx.stop)
  const harness = await createRunHarness()
  onTestFinished(() => harness.close())
  const { database, projectId } = harness
  await harness.startAgent()
  const former = await mixOf(formerLog)
  const mixId = randomUUID()
  await database
    .insertInto('production_mixes')
    .values({
      id: mixId,
      project_id: projectId,
      name: 'Former',
      document: JSON.stringify(former),
      created_by: 'tester',
      created_at: 0,
    })
    .execute()
  const load = loadOfDocument(former, { part: wholeMix(former), factor: 2 })
  if (load === null) throw new Error('The mix has no arrivals')
  let ids = 0
  const component = componentOfMix(former, { baseUrl: nginx.url, newId: () => `id-${(ids += 1)}` })
  const scenarioId = await harness.addScenario(component, {
    drive: 'arrivals',
    loadModel: load.loadModel,
    productionMix: { id: mixId, fromSeconds: 0 },
  })
  const run = await harness.ended((await harness.start(scenarioId)).id)
  const { reports } = harness.execution()
  const fidelity = async (reportId: string) => {
    const { content } = await reports.get(projectId, reportId)
    if (content === null || content.mix === null || typeof content.mix === 'string')
      throw new Error('The report has no comparison')
    return content.mix
  }

  const [automatic] = await reports.list(projectId, run.id)
  const againstFormer = await fidelity(automatic?.id ?? '')
  expect(againstFormer).toMatchObject({ name: 'Former', run: run.requests, failed: run.failed, leftOut: 0 })
  expect(againstFormer.overlapPercent).toBeGreaterThanOrEqual(99)
  expect(run.failed).toBeGreaterThan(0)

  const own = await mixOf(await nginx.log())
  await database
    .updateTable('production_mixes')
    .set({ document: JSON.stringify(own) })
    .execute()
  const part = { projectId, runId: run.id, fromMs: null, toMs: null, includesRampUp: false, by: 'tester' }
  const again = await reports.generate(part)
  await reports.idle()
  const { templates, sizes, ...compared } = await fidelity(again.id)
  expect(compared).toMatchObject({ production: run.requests, run: run.requests, productionOthers: 0 })
  expect(compared.overlapPercent).toBeGreaterThanOrEqual(99)
  expect(
    templates.map(({ name, production, run: sent, failed }) => [name, sent - production, failed > 0]),
  ).toEqual([
    ['GET /orders/{id}', 0, false],
    ['GET /', 0, false],
    ['POST /cart', 0, true],
  ])
  // The log tells bodies, the run received their headers, too.
  expect(sizes?.runBytes).toBeGreaterThan(sizes?.productionBytes ?? Number.POSITIVE_INFINITY)
  expect(templates[0]?.productionBytes?.mean).toBe(400)
})
