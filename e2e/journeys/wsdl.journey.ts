/** From the description of a web service to requests that it answers, checked by XPath. */
import assert from 'node:assert/strict'
import { dropFile } from '../driver/attachments.ts'
import {
  createComponent,
  openExchange,
  runStandalone,
  seeStepTree,
  selectStep,
  tab,
} from '../driver/components.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import { openWsdlDialog, wsdlOf } from '../driver/wsdl.ts'
import type { Journey, World } from '../harness/journey.ts'
import { startTarget, type Target } from '../harness/target.ts'

const who = { account: 'soap.one', password: 'Soapie1#' }

const startService = () =>
  startTarget(({ headers }) => {
    const operation = String(headers['soapaction']).replaceAll('"', '').split(':').at(-1)
    return {
      contentType: 'text/xml; charset=utf-8',
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${operation}Response xmlns="urn:prices"><price currency="CNY">42.50</price></${operation}Response></s:Body></s:Envelope>`,
    }
  })

async function runWith({ openBrowser, installation, check }: World, target: Target): Promise<void> {
  const pone = await openBrowser({ language: 'en' })
  const { t } = pone
  await registerByApi(installation, who, pone.captcha, 'Soap')
  await pone.signIn(who)
  await createProject(pone, 'Web services', 'SOAP-1')
  await createComponent(pone, 'Prices')

  await check(
    'the operations of a description are offered, and the chosen ones become requests',
    async () => {
      const dialog = await openWsdlDialog(pone)
      const content = wsdlOf(`${target.address}/ws`, ['GetPrice', 'GetDiscount', 'DropPrice'])
      await dropFile(dialog, { name: 'prices.wsdl', content })
      await dialog.getByRole('row').filter({ hasText: 'DropPrice' }).getByRole('checkbox').uncheck()
      await dialog.getByRole('button', { name: t('component.wsdl.add', { count: 2 }) }).click()
      await dialog.waitFor({ state: 'hidden' })
      await seeStepTree(pone, ['GetPrice', 'GetDiscount'])
      const step = await selectStep(pone, 'GetPrice')
      const body = step.locator('.cm-content')
      await holds(async () => assert.match(await body.innerText(), /<soapenv:Body>[\s\S]*code/))
      await pone.form(step).seeValue('component.soap.action', 'urn:prices:GetPrice')
    },
  )
  await check('a checkpoint by XPath looks into the answer', async () => {
    const step = await selectStep(pone, 'GetPrice')
    await tab(pone, 'component.checkpoints', step).click()
    await pone.click('component.checkpoint.add', step)
    const row = step.getByRole('group', { name: t('component.checkpoint.numbered', { number: 1 }) })
    const form = pone.form(row)
    await form.choose('component.checkpoint.source', t('component.source.xpath'))
    await row.getByLabel(t('component.expression.xpath')).fill('//*[local-name()="price"]/@currency')
    await form.choose('component.checkpoint.operator', 'equals')
    await row.getByLabel(t('component.checkpoint.expected')).fill('CNY')
    const rows = await runStandalone(pone)
    assert.equal(rows.length, 2)
    const checks = await openExchange(pone, 'GetPrice', 'component.checkpoints')
    await pone.seeText(t('component.debug.passed'), checks)
    await pone.seeText('CNY', checks)
  })
  await check('the service got envelopes with their actions', async () => {
    const actions = target.received.map(({ headers }) => headers['soapaction'])
    assert.deepEqual(actions, ['"urn:prices:GetPrice"', '"urn:prices:GetDiscount"'])
    for (const { method, headers, body } of target.received) {
      assert.equal(method, 'POST')
      assert.match(headers['content-type'] ?? '', /^text\/xml/)
      assert.match(body.toString(), /<soapenv:Envelope[\s\S]*<\/soapenv:Envelope>/)
    }
  })
}

async function run(world: World): Promise<void> {
  const target = await startService()
  try {
    await runWith(world, target)
  } finally {
    await target.close()
  }
}

export const wsdlJourney: Journey = { name: 'wsdl', run }
