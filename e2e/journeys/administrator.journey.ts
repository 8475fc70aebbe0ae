/** An administrator manages accounts and projects, and every change is in the operation records. */
import assert from 'node:assert/strict'
import { downloadBy } from '../driver/downloads.ts'
import { fillTemplate } from '../driver/excel.ts'
import type { Pone } from '../driver/pone.ts'
import type { Journey, World } from '../harness/journey.ts'

const account = 'wang.wu'
const password = 'Start1#'
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Clicks an action at the end of a row, directly or in its menu. */
async function act(pone: Pone, rowText: string, action: Parameters<Pone['t']>[0]): Promise<void> {
  const more = pone.row(rowText).getByRole('button', { name: pone.t('action.more') })
  await pone.chooseMenu(more, pone.t(action))
}

async function manageUsers(pone: Pone, { check }: World): Promise<void> {
  const { t } = pone
  await check('creates an account; a bad password is refused at its field and nothing is lost', async () => {
    await pone.openMenu('route.user')
    await pone.click('users.new')
    const form = pone.form(pone.dialog(t('users.new')))
    await form.fill('user.account', account)
    await form.fill('user.realName', '王五')
    await form.fill('users.password', 'abc')
    await form.submit('action.save')
    assert.notEqual(await form.faultAt('users.password'), '')
    await form.seeValue('user.realName', '王五')
    await form.fill('users.password', password)
    await form.submit('action.save')
    await pone.toast(t('notice.created'))
    await pone.row(account).waitFor()
  })
  await check('the same account cannot be created twice', async () => {
    await pone.click('users.new')
    const form = pone.form(pone.dialog(t('users.new')))
    await form.fill('user.account', account)
    await form.fill('user.realName', '王五')
    await form.fill('users.password', password)
    await form.submit('action.save')
    assert.match(await form.faultAt('user.account'), new RegExp(account))
    await pone.click('action.cancel', pone.dialog(t('users.new')))
  })
  await check('edits, locks and unlocks it', async () => {
    await pone
      .row(account)
      .getByRole('button', { name: t('action.edit') })
      .click()
    const form = pone.form(pone.dialog(t('users.edit')))
    await form.fill('user.organisation', '测试中心')
    await form.submit('action.save')
    await pone.toast(t('notice.saved'))
    await act(pone, account, 'users.lock')
    await pone.confirm('users.lock')
    await pone.row(account).getByText(t('users.lock.locked')).waitFor()
    await act(pone, account, 'users.unlock')
    await pone.row(account).getByText(t('users.lock.unlocked')).waitFor()
  })
  await check('resets its password and is shown the default one', async () => {
    await act(pone, account, 'users.reset')
    await pone.confirm('users.reset')
    const done = pone.dialog(t('users.resetDone'))
    assert.match(await done.locator('code').innerText(), /\S{6,12}/)
    await done.locator('.ant-modal-confirm-btns button').last().click()
  })
  await check('finds it by search, and the search stays in the address', async () => {
    await pone.page.getByRole('textbox', { name: t('users.search') }).fill('王五')
    await pone.page.waitForURL(/search=/)
    await pone.row(account).waitFor()
    await pone.page.getByRole('textbox', { name: t('users.search') }).fill('')
  })
}

async function importUsers(pone: Pone, { check }: World): Promise<void> {
  const { t } = pone
  await check('imports accounts from the filled-in template; the bad row says why', async () => {
    await pone.click('users.import')
    const dialog = pone.dialog(t('users.importTitle'))
    const template = await downloadBy(pone.page, () => pone.click('users.importDownload', dialog))
    const file = await fillTemplate(await template.path(), [
      ['zhao.liu', '赵六', 'zhao.liu@example.com', '13800138000', '质量保障部'],
      ['9bad', '错误账号', '', '', ''],
      ['sun.qi', '孙七', '', '', ''],
    ])
    await pone.click('users.importHave', dialog)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'accounts.xlsx', mimeType, buffer: file })
    await dialog.getByText(t('users.importCreated', { count: 2 })).waitFor()
    await dialog.getByText(t('users.importRefused', { count: 1 })).waitFor()
    const bad = dialog.getByRole('row').filter({ hasText: '9bad' })
    assert.ok((await bad.innerText()).length > '3 9bad'.length)
    await dialog.locator('.form-actions button').last().click()
    await pone.row('sun.qi').waitFor()
  })
  await check('deletes an account after being asked', async () => {
    await act(pone, 'sun.qi', 'action.delete')
    await pone.confirm('action.delete')
    await pone.row('sun.qi').waitFor({ state: 'detached' })
  })
}

async function manageProjects(pone: Pone, { check }: World): Promise<void> {
  const { t } = pone
  const name = '核心账务压测'
  await check('creates a project; an end before the start is reported at its field', async () => {
    await pone.openMenu('route.project')
    await pone.click('project.new')
    const drawer = pone.dialog(t('project.new'))
    const form = pone.form(drawer)
    await form.fill('project.name', name)
    await form.fill('project.code', 'CORE-1')
    await form.field('project.manager').fill('赵六')
    await form.choose('project.manager', '赵六 · zhao.liu')
    await form.fillInstant('project.plannedStartAt', '2030-05-02 09:00')
    await form.fillInstant('project.plannedEndAt', '2030-05-01 18:00')
    await form.submit('action.save')
    assert.equal(await form.faultAt('project.plannedEndAt'), t('project.endBeforeStart'))
    await form.seeValue('project.name', name)
    await form.fillInstant('project.plannedEndAt', '2030-05-03 18:00')
    await form.submit('action.save')
    await pone.toast(t('notice.created'))
    await pone.row(name).waitFor()
  })
  await check('archives it and brings it back as it was', async () => {
    await act(pone, name, 'project.archive')
    await pone.confirm('project.archive')
    await pone.row(name).getByText(t('project.status.archived')).waitFor()
    await act(pone, name, 'project.restore')
    await pone.confirm('project.restore')
    await pone.row(name).getByText(t('project.status.notImplemented')).waitFor()
  })
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, check } = world
  const pone = await openBrowser()
  await check('an administrator signs in at his own page', async () => {
    await pone.page.getByRole('link', { name: pone.t('signIn.toAdmin') }).click()
    await pone.isAt('/pone/admin/login')
    await pone.signIn(installation.administrator, 'administrator')
    await pone.isAt('/pone/atf/adminHome')
  })
  await manageUsers(pone, world)
  await importUsers(pone, world)
  await manageProjects(pone, world)
  await check('the operation records contain all of it', async () => {
    await pone.openMenu('route.operationRecord')
    await pone.page.getByRole('main').getByRole('table').first().waitFor()
    for (const target of [account, 'sun.qi', '核心账务压测']) {
      await pone.page.getByRole('textbox', { name: pone.t('record.search') }).fill(target)
      await pone.row(target).waitFor()
    }
  })
}

export const administratorJourney: Journey = { name: 'administrator', run }
