/** An administrator fills the download centre, and a project's user downloads from it what was uploaded, byte for byte. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dropFile } from '../driver/attachments.ts'
import { downloadBy } from '../driver/downloads.ts'
import { jmeterArchive } from '../driver/packages.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'packageuser', password: 'Packag1#' }
/** Not the one of other journeys, which would refuse a second upload if this one left it behind. */
const version = '5.6.2'
const fileName = `apache-jmeter-${version}.tgz`
const packageName = `JMeter ${version} linux`
const ownPatienceMs = 120_000
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function fill(pone: Pone, content: Buffer, { check }: World): Promise<void> {
  const { t } = pone
  const dialog = () => pone.dialog(t('package.upload'))
  await check('the packages of this version are there without an upload', async () => {
    await pone.openMenu('route.downloadCenter')
    await pone.row('Agent').waitFor({ timeout: ownPatienceMs })
    await pone.row('Agent').getByText(t('package.own')).waitFor()
  })
  await check('what is no archive is refused under the file', async () => {
    await pone.click('package.upload')
    await dropFile(dialog(), { name: 'apache-jmeter-1.0.tgz', content: 'no archive' })
    await pone.form(dialog()).submit('action.upload')
    await dialog().getByRole('alert').filter({ hasText: 'tar.gz' }).waitFor()
  })
  await check('another file takes its place and is uploaded; its checksum is shown', async () => {
    await dropFile(dialog(), { name: fileName, content })
    await pone.form(dialog()).submit('action.upload')
    await pone.toast(t('package.uploaded', { name: packageName }))
    await pone.row(packageName).getByText(sha256(content).slice(0, 12)).waitFor()
  })
  await check('the same cannot be uploaded twice', async () => {
    await pone.click('package.upload')
    await dropFile(dialog(), { name: fileName, content })
    await pone.form(dialog()).submit('action.upload')
    await pone.toast(`JMeter ${version}`)
    await pone.click('action.cancel', dialog())
  })
  await check('the agents are all up to date', async () => {
    await pone.click('upgrade.open')
    const upgrades = pone.dialog(t('upgrade.title'))
    await upgrades.getByText(t('upgrade.newestAlready')).first().waitFor()
    await pone.click('action.close', upgrades)
  })
}

async function take(pone: Pone, content: Buffer, world: World): Promise<void> {
  const { t } = pone
  const { check, installation } = world
  await registerByApi(installation, user, pone.captcha, '下载者')
  await pone.signIn(user)
  await createProject(pone, 'Packages', 'PKG-1')
  await check('a user of a project downloads it byte for byte', async () => {
    await pone.openMenu('route.downloadCenter')
    const row = pone.row(packageName)
    const file = await downloadBy(pone.page, () => pone.click('action.download', row))
    assert.equal(file.suggestedFilename(), fileName)
    assert.equal(sha256(await readFile(await file.path())), sha256(content))
  })
  await check('the commands of the agent name this server and fetch the very package', async () => {
    await pone.click('package.install', pone.row('Agent'))
    const dialog = pone.dialog(t('package.installRun'))
    await pone.seeText(`--server ${installation.address}`, dialog)
    const text = await dialog.innerText()
    const address = /(http\S+package-file\S+)/.exec(text)?.[1] ?? ''
    const checksum = /([0-9a-f]{64})/.exec(text)?.[1]
    const answer = await fetch(address)
    assert.equal(sha256(Buffer.from(await answer.arrayBuffer())), checksum)
    await pone.click('action.close', dialog)
  })
}

async function run(world: World): Promise<void> {
  const content = await jmeterArchive(version, 6_000_000)
  const administrator = await world.openBrowser()
  await administrator.signIn(world.installation.administrator, 'administrator')
  await fill(administrator, content, world)
  await take(await world.openBrowser({ language: 'en' }), content, world)
  await world.check('a package is deleted after being asked', async () => {
    const { t } = administrator
    const more = administrator.row(packageName).getByRole('button', { name: t('action.more') })
    await administrator.chooseMenu(more, t('action.delete'))
    await administrator.confirm('action.delete')
    await administrator.row(packageName).waitFor({ state: 'detached' })
  })
}

export const packagesJourney: Journey = { name: 'packages', run }
