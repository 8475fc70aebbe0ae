/**
 * Every page and state of the gallery, and the actions that lead to it; addresses contain `{name}` where the id of a
 * prepared object belongs.
 */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { wsdlOf } from '../driver/wsdl.ts'
import { alertPictures } from './alerts.ts'
import {
  answeringContact,
  countedMetrics,
  fillHost,
  longLog,
  lostMachine,
  manyOperations,
  notReliable,
  notReliableRows,
  withMeasuredMachines,
  withTroubledMachines,
} from './answers.ts'
import { boardPictures } from './boards.ts'
import { judgedReport, verdictKinds } from './bottlenecks.ts'
import { capacityPictures } from './capacities.ts'
import { licenceFolder } from './cast.ts'
import { firstImpressions } from './first-impressions.ts'
import { flamePictures } from './flame-diagrams.ts'
import { flowReportPictures } from './flow-reports.ts'
import { fullLinkPictures, tracingPictures } from './full-links.ts'
import { importDialog, importRows, refusedImport } from './importing.ts'
import { linkPictures } from './links.ts'
import { monitorPictures } from './monitors.ts'
import {
  type AnswerData,
  answering,
  atf,
  changeAnswer,
  click,
  failing,
  type Picture,
  picture,
  step,
  work,
} from './picture.ts'
import { productionMixPictures } from './production-mixes.ts'
import { recordingPictures } from './recordings.ts'
import { socketPictures } from './sockets.ts'
import { threadDumpPictures } from './thread-dumps.ts'

const design = `${work}/prComponentDesign?id={component}`
const richDesign = `${work}/prComponentDesign?id={rich}`
/** Opens the first machine of a changed list. */
const machineOf = (answer: Parameters<Page['route']>[1]) => async (page: Page) => {
  await page.route('**/apm-api/loadMachine/list', answer)
  await page.reload()
  await page.locator('tbody tr.ant-table-row td:nth-child(3)').first().click()
  await page.locator('.machine-calibration').waitFor()
}
const area = (index: number) => (page: Page) => page.locator('.cd-areas [role=tab]').nth(index).click()
const code = (page: Page) => page.locator('.cd-code-form .cm-content').waitFor()
/** A description of a service, or an invalid one where the name asks for it. */
const wsdlFile = (name: string) => ({
  name: `${name}.wsdl`,
  mimeType: 'text/xml',
  buffer: Buffer.from(
    name === 'bomb'
      ? '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
      : wsdlOf('https://mall.example.com/ws', [name, 'GetDiscount', 'DropPrice']),
  ),
})
const openKubernetes = async (page: Page) => {
  await page.locator('tbody tr.ant-table-row .row-actions button').last().click()
  await page.getByRole('menuitem', { name: 'Kubernetes' }).click()
  await page.locator('.ant-drawer .form-actions').waitFor()
}
/** Opens the dialog and chooses one of the prepared licences, or an invalid file. */
const chooseLicence = (number: number, other?: string) => async (page: Page) => {
  await page.locator('.page-header-actions button').last().click()
  const file = { name: other ?? '', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  await page
    .locator('.ant-modal input[type=file]')
    .setInputFiles(other === undefined ? join(licenceFolder, `${number}.licence`) : file)
  await page.locator('.ant-modal :is(.ant-table-row, .ant-alert)').first().waitFor()
}
const header = (index: number) => (page: Page) =>
  page.locator('.page-header-actions button').nth(index).click()
/** Opens the dialog of uploads and chooses a file of this name. */
const choosePackage =
  (name: string, ...more: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    await header(1)(page)
    const file = { name, mimeType: 'application/gzip', buffer: Buffer.from('not an archive') }
    await page.locator('.ant-modal input[type=file]').setInputFiles(file)
    for (const act of more) await act(page)
  }
/** Chooses a large package, sends it, and stops the upload at the state of the picture. */
const sendLarge = (stop: 'sending' | 'waiting' | 'finishing') =>
  choosePackage('apache-jmeter-5.4.1.tgz', async page => {
    const buffer = Buffer.alloc(20_000_000, 'not an archive')
    await page.locator('.ant-modal .ant-upload input[type=file]').setInputFiles(
      {
        name: 'apache-jmeter-5.4.1.tgz',
        mimeType: 'application/gzip',
        buffer,
      },
      { timeout: 60_000 },
    )
    await page.unrouteAll()
    let pieces = 0
    await page.route('**/upload/append*', async route => {
      pieces += 1
      if (stop === 'finishing' || pieces < 4) {
        // The server answers late, so that a speed can be computed.
        setTimeout(() => void route.continue(), 500)
      } else if (stop === 'waiting') await route.abort()
    })
    await page.route('**/package/upload', () => undefined)
    await page.locator('.ant-modal button[type=submit]').click()
    await page
      .locator(stop === 'sending' ? '.upload-progress-sending:not(:empty)' : `.upload-progress-${stop}`)
      .waitFor()
    if (stop === 'sending') await page.getByText('62%').waitFor()
  })
/** Clicks an entry of the menu at the end of the first row. */
const rowMenu = (index: number) => async (page: Page) => {
  await page.locator('.row-more').first().click()
  await page.locator('.ant-dropdown-menu-item:visible').nth(index).click()
  await page.locator('.ant-modal').waitFor()
}
const plan = `${work}/jmeterComponentDesign?id={jmeter}`
const planRow = (index: number) => async (page: Page) => {
  await page.locator('.jm-row').nth(index).click()
}
/** Drags the last step over the third one, and holds it there. */
const dragStep = async (page: Page) => {
  const rows = page.locator('[role=treeitem]')
  const [from, to] = [await rows.last().boundingBox(), await rows.nth(2).boundingBox()]
  if (from === null || to === null) throw new Error('the tree has too few steps')
  await page.mouse.move(from.x + 90, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 90, to.y + to.height - 6, { steps: 5 })
  await page.mouse.move(to.x + 90, to.y + to.height - 4)
  await page.locator('[class*=drop-]').first().waitFor()
}
/** Ends a drag without a drop: a button that is still held takes the next clicks. */
const letGo = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.mouse.up()
}
/** Opens the dialog that imports JMeter results, chooses some with a broken line, and imports them. */
const importResults = (isSent: boolean) => async (page: Page) => {
  const row = '1767225600000,12,home,200,OK,Group 1-1,text,true,,2000,150,3,4,null,10,1,2'
  const text = [
    'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect',
    row,
    'oh no',
    row.replace('true', 'yes'),
    row,
  ].join('\n')
  const file = { name: 'nightly.jtl', mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) }
  await header(0)(page)
  await page.locator('.ant-modal input[type=file]').setInputFiles(file)
  await page.locator('#import-name').waitFor()
  if (!isSent) return
  await page.locator('.ant-modal button[type=submit]').click()
  await page.locator('.import-outcome').waitFor()
}

/** Chooses files in the upload of a folder's plans. */
const choosePlans = async (page: Page, ...files: { name: string; content: string }[]) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('.cd-pane-actions .ant-btn-primary').click(),
  ])
  await chooser.setFiles(
    files.map(({ name, content }) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })),
  )
}
const reportTab = (index: number) => (page: Page) => page.locator('.jr-content [role=tab]').nth(index).click()
const logLines = Array.from({ length: 200 }, (_, index) => ({
  at: Date.UTC(2026, 10, 20, 6, 30) + index * 137,
  level: (['info', 'info', 'info', 'warn', 'error'] as const)[index % 5] ?? 'info',
  source: 'o.a.j.p.h.s.HTTPHC4Impl',
  machine: `load-${1 + (index % 2)}`,
  message: `Retrying request to https://mall.example.com/api/orders/${index}${index % 5 === 4 ? '\n\tat java.base/java.lang.Thread.run(Thread.java:840)'.repeat(12) : ''}`,
}))
/** Names as long as addresses with parameters, which must be wrapped and not cut. */
const longLabels = (data: AnswerData): object => {
  const content = data.content as {
    readonly labels: readonly { readonly label: { readonly name: string } }[]
  }
  const labels = content.labels.map(row => ({
    ...row,
    label: {
      ...row.label,
      name: `${row.label.name} /api/v2/warehouses/shanghai-pudong/orders?status=open&page=1`,
    },
  }))
  return { ...data, content: { ...content, labels } }
}
const written = (): object =>
  ['conclusion', 'note'].map((kind, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    kind,
    text:
      kind === 'conclusion'
        ? '达到大促目标：22 个用户下 P95 低于 800 ms。\nErrors come from the order service; see defect 4711.'
        : '10:05 数据库主备切换，错误集中在此时段。',
    version: 1 + index,
    createdAt: Date.UTC(2026, 10, 20, 6, 30),
    createdBy: 'zhang.wei',
    updatedAt: Date.UTC(2026, 10, 20, 7, 30),
    updatedBy: 'li.na',
  }))
/** Drags over the first chart of a report; pointing at it must not move it. */
const dragged = async (page: Page): Promise<void> => {
  const plot = page.locator('.time-chart-plot').first()
  await plot.waitFor()
  await plot.scrollIntoViewIfNeeded()
  const before = await plot.boundingBox()
  if (before === null) throw new Error('no chart')
  const y = before.y + before.height / 2
  await page.mouse.move(before.x + 120, y)
  await page.locator('.time-chart-legend b').first().filter({ hasText: /\d/ }).waitFor()
  const after = await plot.boundingBox()
  if (after?.y !== before.y || after.height !== before.height) throw new Error('the chart moves on hover')
  await page.mouse.down()
  await page.mouse.move(before.x + 200, y, { steps: 5 })
  await page.mouse.up()
  await page.locator('.report-part-bar').waitFor()
}
/** Waits until the comparison is complete, with its curves and trend. */
const compared = async (page: Page) => {
  await page.locator('.cmp-charts').waitFor({ timeout: 60_000 })
  await page.locator('.cmp-trend, [aria-labelledby=cmp-trend] p').first().waitFor()
}
const runLog = async (page: Page) => {
  await tabs(6)(page)
  await page.locator('.run-log').waitFor()
}
const tabs = (index: number) => (page: Page) => page.locator('.run-tabs [role=tab]').nth(index).click()

const personTokens = async (page: Page) => {
  await page.locator('button:has(.avatar)').click()
  await page.locator('.ant-dropdown-menu-item:visible').first().click()
  await page.locator('.ant-modal').getByRole('tab', { name: /^API/ }).click()
}

export const pictures: readonly Picture[] = [
  ...firstImpressions,
  ...monitorPictures,
  ...flowReportPictures,
  ...fullLinkPictures,
  ...tracingPictures,
  ...flamePictures,
  ...threadDumpPictures,
  ...linkPictures,
  ...boardPictures,
  ...alertPictures,
  picture('nobody', 'login', 'empty', '/pone/login'),
  picture('nobody', 'login', 'faults', '/pone/login', click('button[type=submit]')),
  picture('nobody', 'adminLogin', 'empty', '/pone/admin/login'),
  picture('nobody', 'register', 'empty', '/pone/register'),
  picture('nobody', 'register', 'faults', '/pone/register', click('button[type=submit]')),
  picture('nobody', 'notFound', 'plain', '/404'),

  picture('administrator', 'adminHome', 'full', `${atf}/adminHome`),
  picture('administrator', 'adminHome', 'retention', `${atf}/adminHome`, click('.fact-list .ant-btn')),
  picture('administrator', 'user', 'full', `${atf}/user`),
  picture('administrator', 'user', 'waiting', `${atf}/user?lock=waiting`),
  picture('administrator', 'security', 'accounts', `${atf}/security`),
  picture('administrator', 'security', 'apiTokens', `${atf}/security?tab=apiTokens`),
  picture('administrator', 'user', 'nothingFound', `${atf}/user?search=nobody-at-all`),
  picture('administrator', 'user', 'new', `${atf}/user`, click('.page-header-actions button:last-child')),
  picture('administrator', 'user', 'import', `${atf}/user`, click('.page-header-actions button:first-child')),
  picture('administrator', 'project', 'full', `${atf}/project`),
  picture(
    'administrator',
    'project',
    'new',
    `${atf}/project`,
    click('.page-header-actions button:last-child'),
  ),
  picture('administrator', 'project', 'templates', `${atf}/project`, click('.page-header-actions button')),
  picture('administrator', 'operationRecord', 'full', `${atf}/operationRecord`),
  picture(
    'administrator',
    'operationRecord',
    'opened',
    `${atf}/operationRecord`,
    click('tbody tr.ant-table-row'),
  ),
  picture('administrator', 'operationRecordStatistics', 'full', `${atf}/operationRecordStatistics`),
  ...(['1d', '1w', '1m', '3m'] as const).map(range =>
    picture(
      'administrator',
      'operationRecordStatistics',
      `range${range}`,
      `${atf}/operationRecordStatistics?range=${range}`,
      answering('operationRecord/statistics', manyOperations(range), '.panel-block'),
    ),
  ),
  picture('administrator', 'monitorType', 'list', `${atf}/monitorType`),
  picture('administrator', 'monitorType', 'builtIn', `${atf}/monitorType?name=nginx`),
  picture('administrator', 'monitorType', 'new', `${atf}/monitorType?new=true`),
  picture('administrator', 'license', 'community', `${atf}/license`),
  picture('administrator', 'license', 'preview', `${atf}/license`, chooseLicence(1)),
  picture('administrator', 'license', 'refused', `${atf}/license`, async page => {
    await chooseLicence(1, 'notes.txt')(page)
  }),
  picture('administrator', 'clusterManager', 'kubernetes', `${atf}/clusterManager`, openKubernetes),
  picture('administrator', 'clusterManager', 'kubernetesRefused', `${atf}/clusterManager`, async page => {
    await openKubernetes(page)
    await page.locator('.ant-drawer input[id$=image]').fill('tools/pone-agent:0.2.0')
    await page.locator('.ant-drawer .form-actions button').first().click()
    await page.locator('.ant-drawer .ant-alert').waitFor()
  }),
  // The last of the administrator's pictures, because it shows a warning on all pages.
  picture('administrator', 'license', 'ending', `${atf}/license`, async page => {
    await chooseLicence(2)(page)
    await page.locator('.ant-modal .form-actions button').last().click()
    await page.locator('.ant-modal').waitFor({ state: 'hidden' })
    await page.locator('.ant-alert-banner').waitFor()
  }),

  picture('administrator', 'clusterManager', 'clusters', `${atf}/clusterManager`),
  picture('administrator', 'clusterManager', 'newCluster', `${atf}/clusterManager`, async page => {
    await header(0)(page)
    await page.locator('.ant-drawer input[type=text]').first().fill('大促专用集群')
    await page.locator('.ant-transfer').first().waitFor()
  }),
  picture(
    'administrator',
    'clusterManager',
    'cannotDelete',
    `${atf}/clusterManager?search=local`,
    async page => {
      await page.locator('tbody .row-more').first().click()
      await page.locator('[role=menuitem]').last().click()
      await page.locator('.ant-modal-confirm-btns .ant-btn-dangerous').click()
      await page.locator('.ant-message-notice').first().waitFor()
    },
  ),
  picture('administrator', 'clusterManager', 'machines', `${atf}/clusterManager?tab=machines&pageSize=20`),
  picture(
    'administrator',
    'clusterManager',
    'noMachineFound',
    `${atf}/clusterManager?tab=machines&search=nothing-like-it`,
  ),
  picture(
    'administrator',
    'clusterManager',
    'machine',
    `${atf}/clusterManager?tab=machines`,
    click('tbody tr.ant-table-row td:nth-child(3)'),
  ),
  picture(
    'administrator',
    'clusterManager',
    'measuredMachine',
    `${atf}/clusterManager?tab=machines`,
    machineOf(withMeasuredMachines),
  ),
  picture(
    'administrator',
    'clusterManager',
    'troubledMachine',
    `${atf}/clusterManager?tab=machines`,
    machineOf(withTroubledMachines),
  ),
  picture(
    'administrator',
    'clusterManager',
    'chosenMachines',
    `${atf}/clusterManager?tab=machines`,
    click('thead .ant-checkbox-input'),
  ),
  picture(
    'administrator',
    'clusterManager',
    'editMachine',
    `${atf}/clusterManager?tab=machines`,
    async page => {
      await page.locator('tbody .row-actions button').first().click()
      await page.locator('.ant-drawer input[role=spinbutton]').first().fill('')
      await page.locator('.ant-drawer .form-actions button').last().click()
      await page.locator('.ant-form-item-explain-error').first().waitFor()
    },
  ),
  picture('administrator', 'clusterManager', 'controllers', `${atf}/clusterManager?tab=controllers`),
  picture('administrator', 'clusterManager', 'tokens', `${atf}/clusterManager?tab=tokens`),
  picture('administrator', 'clusterManager', 'newToken', `${atf}/clusterManager?tab=tokens`, header(0)),
  picture('administrator', 'clusterManager', 'join', `${atf}/clusterManager?tab=tokens`, async page => {
    await header(0)(page)
    await page.locator('.ant-modal [role=combobox]').first().click()
    await page.locator('.ant-select-item-option').first().click()
    await page.locator('.ant-modal .form-actions button').last().click()
    await page.locator('.command').first().waitFor()
    await page.locator('.ant-modal [role=tab]').nth(1).click()
  }),

  picture('administrator', 'actuator', 'full', `${atf}/actuator?pageSize=20`),
  picture('administrator', 'actuator', 'nothingFound', `${atf}/actuator?search=nothing-like-it`),
  picture('administrator', 'actuator', 'newHost', `${atf}/actuator`, header(2)),
  ...(['ok', 'noJava', 'sudoRefused', 'folderNotWritable'] as const).map(state =>
    picture('administrator', 'actuator', `tested_${state}`, `${atf}/actuator`, async page => {
      await page.route('**/apm-api/host/test', answeringContact(state))
      await header(2)(page)
      await fillHost(page)
      await page.locator('.contact').waitFor()
    }),
  ),
  picture('administrator', 'actuator', 'manyHosts', `${atf}/actuator`, async page => {
    await header(1)(page)
    await page.locator('.ant-modal textarea').first().fill('load-[01-50] 10.20.9.[1-50]')
  }),
  picture('administrator', 'actuator', 'manyHostsFault', `${atf}/actuator`, async page => {
    await header(1)(page)
    await page.locator('.ant-modal textarea').first().fill('load-[01-50] 10.20.9.[1-50]\ngate 10.0.0.1:99999')
    await page.locator('.ant-modal button[type=submit]').click()
    await page.locator('.ant-form-item-explain-error').first().waitFor()
  }),
  picture('administrator', 'actuator', 'contact', `${atf}/actuator?search=load-new-05`, async page => {
    await page.locator('.ant-table-thead .ant-checkbox-input').first().click()
    await page.locator('.data-table-selection .ant-btn').nth(4).click()
    await page.locator('.ant-modal .status-failed').waitFor()
  }),
  picture('administrator', 'actuator', 'installAgent', `${atf}/actuator?search=load-new`, async page => {
    await page.locator('.ant-table-thead .ant-checkbox-input').first().click()
    await page.locator('.data-table-selection .ant-btn').first().click()
    await page.locator('.ant-dropdown-menu-item:visible').first().click()
    await page.locator('.ant-modal .host-tools').waitFor()
  }),
  picture('administrator', 'actuator', 'failedOnes', `${atf}/actuator?state=failed`),
  picture('administrator', 'actuator', 'newHostByAgent', `${atf}/actuator`, async page => {
    await header(2)(page)
    await page.locator('.ant-modal .ant-segmented-item').nth(1).click()
  }),
  picture('administrator', 'actuator', 'unreachable', `${atf}/actuator?search=load-new-05`, async page => {
    await page.locator('.row-more').first().click()
    await page.locator('.ant-dropdown-menu-item:visible').nth(3).click()
    await page.locator('.ant-modal .ant-btn').first().click()
    await page.locator('.contact').waitFor()
  }),
  picture('administrator', 'actuator', 'operate', `${atf}/actuator?pageSize=20`, async page => {
    await page.locator('.ant-table-thead .ant-checkbox-input').first().click()
    await page.locator('.data-table-selection .ant-btn').nth(2).click()
    await page.locator('.ant-dropdown-menu-item:visible').first().click()
    await page.locator('.ant-modal .host-tools').waitFor()
  }),
  picture('administrator', 'actuator', 'queue', `${atf}/actuator`, async page => {
    await header(0)(page)
    await page.locator('.operation-button').first().click()
    await page.locator('.operation-members .operation-button').first().click()
    await page.locator('.machine-log').waitFor()
  }),
  picture('administrator', 'actuator', 'menu', `${atf}/actuator?search=local`, click('.tool-cell-button')),
  picture('administrator', 'actuator', 'host', `${atf}/actuator?search=local`, click('.host-name b')),
  picture('administrator', 'actuatorLog', 'choose', `${atf}/actuatorLog`),
  picture('administrator', 'actuatorLog', 'operations', `${atf}/actuatorLog?host={localHost}`, async page => {
    await page.locator('.operation-button').first().click()
    await page.locator('.machine-log').waitFor()
  }),
  picture('administrator', 'actuatorLog', 'files', `${atf}/actuatorLog?host={localHost}`, async page => {
    await page.locator('.page-body .ant-segmented-item').nth(1).click()
    await page.locator('.host-files-list button').first().click()
    await page.locator('.machine-log').waitFor()
  }),
  picture('administrator', 'actuatorConfig', 'settings', `${atf}/actuatorConfig?host={localHost}`),
  picture(
    'administrator',
    'actuatorConfigFiles',
    'edit',
    `${atf}/actuatorConfigFiles?host={localHost}`,
    async page => {
      await page.locator('.host-files-list button').first().click()
      await page.locator('.config-editor').waitFor()
    },
  ),
  picture(
    'administrator',
    'actuatorConfigFiles',
    'compare',
    `${atf}/actuatorConfigFiles?host={localHost}`,
    async page => {
      await page.locator('.host-files-list button').nth(1).click()
      const editor = page.locator('.config-editor')
      await editor.fill(
        `${await editor.inputValue()}httpclient.reset_state_on_thread_group_iteration=false\n`,
      )
      await page.locator('.host-files-content .ant-btn-primary').click()
      await page.locator('.config-diff').waitFor()
    },
  ),
  picture('tester', 'projectActuator', 'full', `${work}/projectActuator`),
  picture('tester', 'projectActuator', 'configFiles', `${work}/projectActuator?search=local`, async page => {
    await page.locator('.row-more').first().click()
    await page.locator('.ant-dropdown-menu-item:visible').first().click()
    await page.locator('.host-files-list button').first().click()
  }),
  picture('engineer', 'projectActuator', 'denied', `${work}/projectActuator`),
  picture('operator', 'projectClusterManager', 'full', `${work}/projectClusterManager`),
  picture(
    'operator',
    'projectClusterManager',
    'new',
    `${work}/projectClusterManager`,
    click('.page-header-actions .ant-btn-primary'),
  ),
  picture(
    'operator',
    'projectClusterManager',
    'nothingFound',
    `${work}/projectClusterManager?search=nothing-like-it`,
  ),
  picture('engineer', 'projectClusterManager', 'denied', `${work}/projectClusterManager`),

  picture('newcomer', 'projectInfo', 'empty', `${atf}/projectList/info`),
  picture('tester', 'projectInfo', 'full', `${atf}/projectList/info`),
  picture('tester', 'home', 'full', `${work}/home`),
  picture('tester', 'person', 'appearance', `${work}/home`, async page => {
    await page.locator('.top-bar button:has(.avatar)').click()
    await page.locator('[role=menuitem]').nth(2).click()
  }),
  picture('tester', 'glossary', 'whole', `${work}/glossary`),
  picture('tester', 'glossary', 'term', `${work}/glossary#load-machine`),
  picture('tester', 'shortcuts', 'open', `${work}/home`, async page => {
    await page.keyboard.press('Shift+?')
    await page.locator('.shortcut-areas').waitFor()
  }),
  picture('tester', 'search', 'open', `${work}/home`, async page => {
    await page.keyboard.press('Control+k')
    await page.locator('.ant-modal input').fill('o')
  }),
  picture('tester', 'assembly', 'folder', `${work}/assembly`),
  picture('tester', 'assembly', 'component', `${work}/assembly?id={component}`),
  picture('tester', 'prComponentDesign', 'steps', `${work}/prComponentDesign?id={component}`),
  picture(
    'tester',
    'prComponentDesign',
    'request',
    `${work}/prComponentDesign?id={component}`,
    click('[role=treeitem]'),
  ),
  ...(['threadGroup', 'parameters', 'variables', 'settings'] as const).map((state, index) =>
    picture('tester', 'prComponentDesign', state, `${work}/prComponentDesign?id={component}`, page =>
      page
        .locator('.cd-areas [role=tab]')
        .nth(index + 1)
        .click(),
    ),
  ),
  picture(
    'tester',
    'prComponentDesign',
    'executed',
    `${work}/prComponentDesign?id={component}&run=1`,
    async page => {
      await page.locator('.cd-exchange[role=option]').nth(3).waitFor({ timeout: 30_000 })
      await page.locator('.cd-exchange[role=option]').first().click()
    },
  ),
  picture('tester', 'prComponentDesign', 'search', `${design}&run=1`, async page => {
    await page.locator('.cd-exchange[role=option]').nth(3).waitFor({ timeout: 30_000 })
    await page.locator('.cd-dock-tab').nth(1).click()
    await page.locator('.cd-search-field input').fill('id')
    await page.locator('.cd-hit[role=option]').first().click()
    await page.locator('.cd-exchange-detail .cm-content').waitFor()
  }),
  picture('tester', 'prComponentDesign', 'failingScript', design, async page => {
    await page.locator('[role=treeitem]').first().click()
    await click('.cd-tree-bar button')(page)
    await page.locator('[role=menuitem]', { hasText: /^(脚本|Script)/ }).click()
    await page.locator('.cd-form .cm-content').fill('const key = vars.get("token")\nfail("no key")')
    await page.keyboard.press('Control+Enter')
    await page.locator('.cm-lint-marker-error').waitFor({ timeout: 30_000 })
  }),
  picture('tester', 'prComponentDesign', 'dragging', design, dragStep, letGo),
  picture('tester', 'prComponentDesign', 'runOptions', design, async page => {
    await page.locator('.cd-editor .ant-space-compact button').last().click()
    await page.locator('.cd-run-options input[type=radio]').nth(1).check()
  }),
  picture('tester', 'prComponentDesign', 'addStep', design, click('.cd-tree-bar button')),
  ...(
    [
      ['multipart', 'upload'],
      ['weighted', 'goods'],
      ['forEach', 'each'],
      ['soap', 'price'],
      ['graphql', 'total'],
      ['rendezvous', 'gather'],
      ['pacing', 'pause'],
      ['thinkTime', 'look'],
      ['script', 'sign'],
      ['sqlConnect', 'database'],
      ['sqlCall', 'procedure'],
      ['webSocketConnect', 'socket'],
      ['webSocketAwait', 'news'],
    ] as const
  ).map(([state, id]) => picture('tester', 'prComponentDesign', state, richDesign, step(id))),
  picture('tester', 'prComponentDesign', 'file', richDesign, async page => {
    await step('upload')(page)
    await page.locator('.cd-rule .cd-inline button').first().click()
    await page.locator('.cd-files li').first().waitFor()
  }),
  ...recordingPictures(design),
  ...socketPictures,
  picture('tester', 'prComponentDesign', 'wsdl', design, async page => {
    await page.locator('.cd-tree-bar button').first().click()
    await page.locator('[role=menuitem]').last().click()
    await page
      .locator('.ant-modal input[type=file]')
      .setInputFiles(['GetPrice', 'bomb'].map(name => wsdlFile(name)))
    await page.locator('.ant-modal .ant-table-row').first().waitFor()
  }),
  picture('tester', 'prComponentDesign', 'secrets', richDesign, area(3)),
  picture('tester', 'prComponentDesign', 'madeUpValues', richDesign, area(2)),
  picture('tester', 'prComponentDesign', 'allSettings', richDesign, area(4)),
  picture('tester', 'editScripts', 'yaml', `${work}/editScripts?id={rich}`, code),
  picture('tester', 'editScripts', 'typescript', `${work}/editScripts?id={rich}`, async page => {
    await code(page)
    await page.getByText('TypeScript', { exact: true }).click()
  }),
  picture('tester', 'editScripts', 'broken', `${work}/editScripts?id={rich}`, async page => {
    await code(page)
    await page.locator('.cd-code-form .cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('nmae: x\nsettings: { cache: maybe }\n')
    await page.locator('.cd-code-problems').waitFor()
  }),
  picture(
    'tester',
    'prComponentDesign',
    'gone',
    `${work}/prComponentDesign?id=00000000-0000-4000-8000-000000000000`,
  ),
  picture('tester', 'jmeterComponentDesign', 'folder', `${work}/jmeterComponentDesign`),
  picture('tester', 'jmeterComponentDesign', 'emptyFolder', `${work}/jmeterComponentDesign`, async page => {
    await page.locator('.tree-panel-bar button').last().click()
    await page.locator('.ant-dropdown-menu-item').last().click()
    await page.locator('.tree-rename').press('Enter')
    await page
      .locator('.tree-row', { hasText: /新目录|New folder/ })
      .last()
      .click()
    await page.locator('.page-state').waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'refused', `${work}/jmeterComponentDesign`, async page => {
    await choosePlans(
      page,
      { name: 'cut.jmx', content: '<jmeterTestPlan>\n<hashTree>\n<TestPlan>' },
      { name: 'entity.jmx', content: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' },
      { name: 'notes.txt', content: 'hello' },
    )
    await page.locator('.jm-refusals li').nth(2).waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'plan', plan),
  picture('tester', 'jmeterComponentDesign', 'request', plan, planRow(5)),
  picture('tester', 'jmeterComponentDesign', 'threadGroup', plan, planRow(3)),
  picture('tester', 'jmeterComponentDesign', 'csv', plan, planRow(2)),
  picture('tester', 'jmeterComponentDesign', 'unknown', plan, planRow(10)),
  picture('tester', 'jmeterComponentDesign', 'disabled', plan, planRow(11)),
  picture('tester', 'jmeterComponentDesign', 'raw', plan, async page => {
    await planRow(5)(page)
    await page.locator('.jm-properties-head .ant-segmented-item').last().click()
  }),
  picture('tester', 'jmeterComponentDesign', 'add', plan, async page => {
    await planRow(3)(page)
    await page.locator('.cd-tree-bar button').first().click()
    await page.locator('.jm-add-item').first().waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'search', plan, async page => {
    await page.locator('.cd-tree-bar input').fill('user')
    await page.locator('.jm-row.is-hit').first().waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'menu', plan, page =>
    page.locator('.jm-row').nth(6).click({ button: 'right' }),
  ),
  picture('tester', 'jmeterComponentDesign', 'folded', plan, async page => {
    await page.locator('.jm-header button').first().click()
    await planRow(5)(page)
    await page.locator('.jm-header button').first().click()
  }),
  picture('tester', 'jmeterComponentDesign', 'convert', plan, async page => {
    await page.locator('.jm-header .ant-dropdown-trigger').click()
    await page.locator('.ant-dropdown-menu-item').nth(1).click()
    await page.locator('.left-list li').first().waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'files', plan, area(1)),
  picture('tester', 'jmeterComponentDesign', 'source', plan, async page => {
    await area(2)(page)
    await page.locator('.jm-source .cm-content').waitFor()
  }),
  picture('tester', 'jmeterComponentDesign', 'broken', plan, async page => {
    await area(2)(page)
    await page.locator('.jm-source .cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.insertText('<broken>')
    await page.locator('.jm-source .ant-alert').waitFor()
  }),
  picture(
    'tester',
    'jmeterComponentDesign',
    'large',
    `${work}/jmeterComponentDesign?id={jmeterLarge}`,
    planRow(9),
  ),
  picture('tester', 'testset', 'none', `${work}/testset`),
  picture('tester', 'testset', 'set', `${work}/testset?id={set}`),
  picture('tester', 'testset', 'scenario', `${work}/testset?id={scenario}`),
  picture('tester', 'testset', 'jmeter', `${work}/testset?id={scenario}`, async page => {
    await page.locator('[aria-labelledby=scenario-components] input[type=radio]').nth(1).click()
    await page.locator('.ant-modal .ant-btn-dangerous, .ant-modal .ant-btn-primary').click()
    await page.locator('[aria-labelledby=scenario-engine] textarea').first().fill('host=shop.local\nport')
    await page.locator('[aria-labelledby=scenario-engine] h2').scrollIntoViewIfNeeded()
  }),
  picture('tester', 'testset', 'threadGroups', `${work}/testset?id={scenario}`, async page => {
    await page.locator('.scenario-models label').last().click()
    await page.locator('[aria-labelledby=scenario-load] tbody tr').first().waitFor()
    await page.locator('#scenario-load').scrollIntoViewIfNeeded()
  }),
  picture('tester', 'testset', 'arrivals', `${work}/testset?id={scenario}`, async page => {
    await page.locator('[aria-labelledby=scenario-load] .scenario-drive input').nth(1).check()
    await page.locator('[aria-labelledby=scenario-samples] input[type=radio]').nth(1).check()
  }),
  picture('tester', 'testset', 'taskSet', `${work}/testset?tree=tasks&id={taskSet}`),
  picture('tester', 'testset', 'taskSetsNone', `${work}/testset?tree=tasks`),
  picture('tester', 'testset', 'schedule', `${work}/testset?tree=tasks&id={taskSet}`, async page => {
    await page.locator('.page-header-actions button').first().click()
    await page.locator('.ant-modal .ant-segmented-item').nth(2).click()
    await page.locator('.task-preview-times li').nth(4).waitFor()
  }),
  picture('tester', 'taskCenter', 'all', `${work}/taskCenter/PRPerformanceTask`),
  picture('tester', 'taskCenter', 'scheduled', `${work}/taskCenter/PRPerformanceTask?view=scheduled`),
  picture('tester', 'taskCenter', 'waitingNone', `${work}/taskCenter/PRPerformanceTask?view=waiting`),
  ...(['runningExecution', 'goodExecution', 'badExecution'] as const).map(name =>
    picture('tester', 'taskCenter', name, `${work}/taskCenter/PRPerformanceTask?open={${name}}`, page =>
      page.locator('.task-results').waitFor(),
    ),
  ),
  picture('tester', 'taskCenter', 'jmeter', `${work}/taskCenter/JMeterPerformanceTask`),
  picture('tester', 'taskCenter', 'jmeterNone', `${work}/taskCenter/JMeterPerformanceTask?view=running`),
  picture(
    'tester',
    'taskCenter',
    'jmeterScheduled',
    `${work}/taskCenter/JMeterPerformanceTask?view=scheduled`,
  ),
  picture('tester', 'testset', 'taskSetJmeter', `${work}/testset?tree=tasks&id={jmeterSet}`, async page => {
    await page.locator('.task-add').click()
    await page.locator('.ant-select-item-option-disabled').first().waitFor()
  }),
  picture('administrator', 'adminTaskCenter', 'jmeter', `${atf}/adminTaskCenter/adminJMeterPerformanceTask`),
  picture('administrator', 'adminTaskCenter', 'all', `${atf}/adminTaskCenter/adminPRPerformanceTask`),
  picture(
    'administrator',
    'adminTaskCenter',
    'scheduled',
    `${atf}/adminTaskCenter/adminPRPerformanceTask?view=scheduled`,
  ),
  picture(
    'administrator',
    'adminTaskCenter',
    'opened',
    `${atf}/adminTaskCenter/adminPRPerformanceTask?open={runningExecution}`,
    page => page.locator('.task-results').waitFor(),
  ),
  picture('administrator', 'downloadCenter', 'full', `${atf}/downloadCenter`),
  picture('administrator', 'downloadCenter', 'nothingFound', `${atf}/downloadCenter?search=zzz`),
  picture('administrator', 'downloadCenter', 'upload', `${atf}/downloadCenter`, header(1)),
  picture(
    'administrator',
    'downloadCenter',
    'uploadFault',
    `${atf}/downloadCenter`,
    choosePackage(
      'apache-jmeter-5.4.tgz',
      click('.package-advanced .ant-collapse-header'),
      click('.ant-modal button[type=submit]'),
      page => page.locator('.package-fault').waitFor(),
    ),
  ),
  picture('administrator', 'downloadCenter', 'uploadSending', `${atf}/downloadCenter`, sendLarge('sending')),
  picture('administrator', 'downloadCenter', 'uploadWaiting', `${atf}/downloadCenter`, sendLarge('waiting')),
  picture(
    'administrator',
    'downloadCenter',
    'uploadFinishing',
    `${atf}/downloadCenter`,
    sendLarge('finishing'),
  ),
  picture(
    'administrator',
    'downloadCenter',
    'uploadAllAdded',
    `${atf}/downloadCenter`,
    choosePackage('pone-agent-9.0.0-linux-x64.tar.gz', async page => {
      await page.locator('#version').fill('9.0.0')
      await page.locator('.ant-select:has(#architecture)').click()
      await page.locator('.ant-select-item-option-disabled').first().waitFor()
    }),
  ),
  picture('administrator', 'downloadCenter', 'install', `${atf}/downloadCenter`, rowMenu(0)),
  picture('administrator', 'downloadCenter', 'edit', `${atf}/downloadCenter`, rowMenu(1)),
  picture('administrator', 'downloadCenter', 'upgrades', `${atf}/downloadCenter`, async page => {
    await header(0)(page)
    await page.locator('.ant-modal .ant-table-row').first().waitFor()
  }),
  picture('tester', 'projectDownloadCenter', 'full', `${work}/downloadCenter`),
  picture('engineer', 'projectDownloadCenter', 'denied', `${work}/downloadCenter`),
  picture('tester', 'scenarioSLA', 'full', `${work}/scenarioSLA?id={scenario}`),
  picture('tester', 'realTimeMonitoring', 'none', `${work}/realTimeMonitoring`),
  picture('tester', 'realTimeMonitoring', 'ended', `${work}/realTimeMonitoring?id={run}`),
  picture('tester', 'realTimeMonitoring', 'timeSplit', `${work}/realTimeMonitoring?id={run}`, tabs(1)),
  picture('tester', 'realTimeMonitoring', 'failing', `${work}/realTimeMonitoring?id={failedRun}`, tabs(2)),
  picture('tester', 'realTimeMonitoring', 'events', `${work}/realTimeMonitoring?id={failedRun}`, tabs(5)),
  picture('tester', 'realTimeMonitoring', 'log', `${work}/realTimeMonitoring?id={failedRun}`, runLog),
  picture(
    'tester',
    'realTimeMonitoring',
    'logOfKinds',
    `${work}/realTimeMonitoring?id={failedRun}`,
    async page => {
      await runLog(page)
      await page.locator('.run-log-tools .ant-select').first().click()
      for (const index of [2, 3]) await page.locator('.ant-select-item-option').nth(index).click()
    },
  ),
  picture(
    'tester',
    'realTimeMonitoring',
    'logNothingFound',
    `${work}/realTimeMonitoring?id={run}`,
    async page => {
      await runLog(page)
      await page.locator('.run-log-tools input[type=search]').last().fill('nothing-like-it')
      await page.locator('.run-log .run-quiet').waitFor()
    },
  ),
  picture('tester', 'realTimeMonitoring', 'longLog', `${work}/realTimeMonitoring?id={run}`, async page => {
    await changeAnswer(page, 'run/log', longLog)
    await page.reload()
    await runLog(page)
    await page.locator('.run-log-warn').first().waitFor()
  }),
  picture('tester', 'runningLogs', 'none', `${work}/runningLogs`),
  picture('tester', 'runningLogs', 'ended', `${work}/runningLogs?id={failedRun}`),
  picture('tester', 'loggingHistory', 'full', `${work}/loggingHistory`),
  picture('tester', 'analysisReportsHistory', 'full', `${work}/analysisReportsHistory`),
  picture('tester', 'analysisReportsHistory', 'report', `${work}/analysisReportsHistory?id={run}`),
  picture('tester', 'SLAHistory', 'full', `${work}/SLAHistory`),
  picture('tester', 'SLAHistory', 'broken', `${work}/SLAHistory?id={failedRun}`),
  picture('tester', 'logging', 'full', `${work}/logging`),
  picture(
    'tester',
    'logging',
    'notReliable',
    `${work}/logging`,
    answering('run/list', notReliableRows, 'tbody tr.ant-table-row'),
  ),
  picture('tester', 'logging', 'import', `${work}/logging`, importResults(false)),
  picture('tester', 'logging', 'imported', `${work}/logging`, importResults(true)),
  picture('tester', 'logging', 'importRefused', `${work}/logging`, refusedImport),
  picture('tester', 'logging', 'importing', `${work}/logging`, importRows),
  picture('tester', 'logging', 'importUnderWay', `${work}/logging`, importDialog('underWay')),
  picture('tester', 'logging', 'importWaiting', `${work}/logging`, importDialog('waiting')),
  picture('tester', 'logging', 'importFailed', `${work}/logging`, importDialog('failed')),
  picture('tester', 'analysisReports', 'passed', `${work}/analysisReports?id={run}`),
  picture('tester', 'analysisReports', 'failed', `${work}/analysisReports?id={failedRun}`),
  picture('tester', 'analysisReports', 'dragged', `${work}/analysisReports?id={failedRun}`, dragged),
  picture(
    'tester',
    'analysisReports',
    'notReliable',
    `${work}/analysisReports?id={run}`,
    answering('report/get', notReliable, '.report-verdict'),
  ),
  picture(
    'tester',
    'analysisReports',
    'longLabels',
    `${work}/analysisReports?id={failedRun}`,
    answering('report/get', longLabels, '.report-verdict'),
  ),
  picture(
    'tester',
    'analysisReports',
    'written',
    `${work}/analysisReports?id={failedRun}`,
    answering('report/notes', written, '.report-note'),
  ),
  ...(['lost', 'awaited', 'late', 'unreconciled'] as const).map(state =>
    picture(
      'tester',
      'analysisReports',
      state,
      `${work}/analysisReports?id={run}`,
      answering('report/get', lostMachine(state), '.report-verdict'),
    ),
  ),
  picture(
    'tester',
    'analysisReports',
    'metrics',
    `${work}/analysisReports?id={run}`,
    answering('report/get', countedMetrics, '.run-metric-table'),
  ),
  ...capacityPictures,
  ...productionMixPictures,
  ...verdictKinds.map(kind =>
    picture(
      'tester',
      'analysisReports',
      kind,
      `${work}/analysisReports?id={run}#report-bottleneck`,
      answering('report/get', judgedReport(kind), '.report-bottleneck'),
    ),
  ),
  picture(
    'tester',
    'analysisReports',
    'rampUpOnly',
    `${work}/analysisReports?id={run}&report={rampUpReport}`,
  ),
  picture('tester', 'analysisReports', 'part', `${work}/analysisReports?id={run}`, async page => {
    await page.locator('.report-actions button:has(.anticon-scissor)').click()
    await page.locator('.report-range input').nth(1).fill('0:10.5')
  }),
  picture('tester', 'analysisReports', 'emptyPart', `${work}/analysisReports?id={run}`, async page => {
    await page.locator('.report-actions button:has(.anticon-scissor)').click()
    for (const index of [0, 1]) await page.locator('.report-range input').nth(index).fill('0:10')
    await page.locator('.report-range button').click()
  }),
  picture('tester', 'jmeterReports', 'list', `${work}/jmeterReports`),
  picture('tester', 'jmeterReports', 'overTime', `${work}/jmeterReports?id={jmeterRun}`),
  picture('tester', 'jmeterReports', 'throughput', `${work}/jmeterReports?id={jmeterRun}`, reportTab(1)),
  picture('tester', 'jmeterReports', 'times', `${work}/jmeterReports?id={jmeterRun}`, reportTab(2)),
  picture('tester', 'jmeterReports', 'settings', `${work}/jmeterReports?id={jmeterRun}`, header(0)),
  picture('tester', 'jmeterReports', 'manyLabels', `${work}/jmeterReports?id={jmeterMany}`),
  picture('tester', 'jmeterReports', 'partly', `${work}/jmeterReports?id={jmeterPartly}`),
  picture('tester', 'jmeterReports', 'failed', `${work}/jmeterReports?id={jmeterBroken}`),
  picture(
    'tester',
    'jmeterReports',
    'generating',
    `${work}/jmeterReports?id={jmeterMany}`,
    answering('jmeterReport/get', data => ({
      ...data,
      content: null,
      report: { ...data.report, state: 'generating' },
    })),
  ),
  picture(
    'tester',
    'jmeterReports',
    'awaited',
    `${work}/jmeterReports?id={jmeterMany}`,
    answering('jmeterReport/get', data => ({ ...data, content: null, report: null, logs: [] })),
  ),
  picture('tester', 'jmeterLog', 'list', `${work}/jmeterLog`),
  picture('tester', 'jmeterLog', 'ended', `${work}/jmeterLogHistory?id={failedRun}`),
  picture('tester', 'jmeterLog', 'none', `${work}/jmeterLog?id={jmeterRun}`),
  picture(
    'tester',
    'jmeterLog',
    'long',
    `${work}/jmeterLog?id={jmeterRun}`,
    answering('jmeterLog/lines', data => ({ ...data, total: 120_000, lines: logLines })),
  ),
  picture('tester', 'prReportsCompare', 'none', `${work}/prReportsCompare`),
  picture('tester', 'prReportsCompare', 'one', `${work}/prReportsCompare?runs={run}`),
  picture(
    'tester',
    'prReportsCompare',
    'two',
    `${work}/prReportsCompareHistory?runs={run}_{failedRun}`,
    compared,
  ),
  picture('tester', 'prReportsCompare', 'many', `${work}/prReportsCompare?runs={nights}`, compared),
  picture(
    'tester',
    'prReportsCompare',
    'sorted',
    `${work}/prReportsCompare?runs={lastNights}&sort=1`,
    async page => {
      await compared(page)
      await page.locator('.cmp-label').nth(2).click()
      await page.locator('.cmp-labels-scroll').evaluate(element => element.scrollTo(0, element.scrollHeight))
      await page.locator('[aria-labelledby=cmp-trend] .icon-button').click()
      await page.locator('.cmp-totals .cmp-significance').first().focus()
    },
  ),
  picture(
    'tester',
    'prReportsCompare',
    'leftOut',
    `${work}/prReportsCompareHistory?runs={run}_{failedRun}.5-20_{jmeterRun}_00000000-0000-4000-8000-000000000000&part=2-`,
    compared,
  ),
  picture('tester', 'prReportsCompare', 'picker', `${work}/prReportsCompare?runs={run}&pick=true`, page =>
    page.locator('.ant-modal .ant-table-row').first().waitFor(),
  ),
  picture(
    'tester',
    'prReportsCompare',
    'part',
    `${work}/prReportsCompare?runs={run}_{failedRun}`,
    async page => {
      await compared(page)
      await header(0)(page)
      await page.locator('.cmp-part input').first().fill('0:75')
    },
  ),
  picture('tester', 'prReportsCompare', 'failing', `${work}/prReportsCompare?runs={run}_{failedRun}`, page =>
    failing(page, 'comparison/compare'),
  ),
  picture('engineer', 'prReportsCompare', 'denied', `${work}/prReportsCompare`),
  picture('tester', 'logging', 'chosen', `${work}/logging`, async page => {
    const boxes = page.locator('tbody tr.ant-table-row .ant-checkbox-input')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
  }),
  picture(
    'tester',
    'analysisReports',
    'compareWith',
    `${work}/analysisReports?id={failedRun}`,
    async page => {
      await header(1)(page)
      await page.locator('.compare-with li').first().waitFor()
    },
  ),
  picture('tester', 'SLA', 'broken', `${work}/SLA?id={failedRun}`),
  picture('tester', 'projectManagement', 'details', `${work}/projectManagement`),
  picture('tester', 'projectManagement', 'members', `${work}/projectManagement?tab=members`),
  picture('tester', 'projectManagement', 'roles', `${work}/projectManagement?tab=roles`),
  picture('tester', 'projectManagement', 'apiTokens', `${work}/projectManagement?tab=apiTokens`),
  picture('tester', 'person', 'apiTokens', `${work}/projectManagement`, personTokens),
  picture('tester', 'projectList', 'full', `${work}/projectList`),
  picture('tester', 'demand', 'absent', `${work}/demand`),
  picture('engineer', 'home', 'empty', `${work}/home`),
  picture('engineer', 'assembly', 'emptyReadOnly', `${work}/assembly`),
  picture('engineer', 'jmeterComponentDesign', 'emptyReadOnly', `${work}/jmeterComponentDesign`),
  picture('engineer', 'testset', 'emptyReadOnly', `${work}/testset`),
  picture('engineer', 'testset', 'taskSetsReadOnly', `${work}/testset?tree=tasks`),
  picture('engineer', 'taskCenter', 'denied', `${work}/taskCenter/PRPerformanceTask`),
  picture('operator', 'jmeterReports', 'empty', `${work}/jmeterReports`),
  picture('engineer', 'jmeterReports', 'denied', `${work}/jmeterReports`),
  picture('engineer', 'logging', 'denied', `${work}/logging`),
]
