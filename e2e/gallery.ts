/**
 * `node e2e/gallery.ts [--only PAGE[/STATE]]... [--variant LANGUAGE-SCHEME-WIDTH]...`: takes screenshots of every page in
 * both languages, light and dark, wide and narrow, for visual review; `--variant zh-dark-1024` takes only those.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scriptMembers } from '@pone/plan/functions/script-api.ts'
import { openTestFolder } from '@pone/server/test-folder.ts'
import type { Browser, Page } from 'playwright-core'
import { openSignIn, type Pone } from './driver/pone.ts'
import { enterProject } from './driver/projects.ts'
import { untranslatedIn } from './driver/texts.ts'
import {
  emptyProject,
  engineer,
  fullProject,
  licenceFolder,
  newcomer,
  operator,
  parkProject,
  prepareCast,
  tester,
} from './gallery/cast.ts'
import { startOrderService } from './gallery/order-service.ts'
import { pictures } from './gallery/pages.ts'
import type { Ids, Picture, Viewer } from './gallery/picture.ts'
import { writeAccessLogs } from './gallery/production-mixes.ts'
import { publicName } from './gallery/recordings.ts'
import { launchChromium } from './harness/chromium.ts'
import { createClosers } from './harness/closers.ts'
import { usualPatienceMs } from './harness/eventually.ts'
import { accessLogFolderOf, type Installation, startInstallation } from './harness/installation.ts'
import { screenshotFolder } from './harness/places.ts'

const captcha = 'e2e7'
const languages = ['zh', 'en'] as const
const schemes = ['light', 'dark'] as const
const widths = [1440, 1024] as const
const height = 900
const tallest = 4_000
/** Pictures of states that load never settle, so each waits this long. */
const settlingMs = 8_000
/** Of recording proxies on the load machine. */
const recordingPorts = '47640-47643'

const several = { type: 'string', multiple: true, default: [] as string[] } as const
const { values } = parseArgs({ options: { only: several, variant: several } })
const chosen = pictures.filter(
  ({ page, state }) =>
    values.only.length === 0 || values.only.some(only => only === page || only === `${page}/${state}`),
)
const variants = languages
  .flatMap(language =>
    schemes.flatMap(scheme =>
      widths.map(width => ({ language, scheme, width, name: `${language}-${scheme}-${width}` })),
    ),
  )
  .filter(({ name }) => values.variant.length === 0 || values.variant.includes(name))
const findings: string[] = []
/** Names that scripts may use, of which some are formed like keys of texts. */
const scriptNames: ReadonlySet<string> = new Set(scriptMembers.map(({ label }) => label))
const say = (line: string) => process.stdout.write(`${line}\n`)

async function enter(browser: Browser, installation: Installation, viewer: Viewer): Promise<Pone> {
  const context = await browser.newContext({
    baseURL: installation.address,
    viewport: { width: widths[0], height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(usualPatienceMs)
  const pone = await openSignIn(context, { language: 'zh', captcha })
  if (viewer === 'administrator') await pone.signIn(installation.administrator, 'administrator')
  if (viewer === 'newcomer') await pone.signIn(newcomer)
  if (viewer === 'tester') {
    await pone.signIn(tester)
    await enterProject(pone, fullProject)
  }
  if (viewer === 'operator') {
    await pone.signIn(operator)
    await enterProject(pone, parkProject)
  }
  if (viewer === 'owner') {
    await pone.signIn(tester)
    await enterProject(pone, emptyProject)
  }
  if (viewer === 'engineer') {
    await pone.signIn(engineer)
    await enterProject(pone, emptyProject)
  }
  return pone
}

async function take(page: Page, picture: Picture, ids: Ids): Promise<void> {
  const address = picture.address.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => ids[name] ?? '')
  const folder = join(screenshotFolder, picture.page)
  await mkdir(folder, { recursive: true })
  for (const language of new Set(variants.map(variant => variant.language))) {
    await page.setViewportSize({ width: widths[0], height })
    // Remove the changed answers of the previous picture.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(chosenLanguage => {
      localStorage.setItem('pone.language', JSON.stringify(chosenLanguage))
      // Input that was typed for the previous picture need not be kept.
      window.onbeforeunload = null
      for (const key of Object.keys(sessionStorage)) if (key.includes('Draft')) sessionStorage.removeItem(key)
    }, language)
    await page.goto(address)
    await settle(page)
    try {
      await picture.act?.(page, ids)
    } catch (cause) {
      findings.push(`${picture.page}/${picture.state} ${language}: ${String(cause).split('\n')[0]}`)
    }
    await settle(page)
    for (const { scheme, width, name: variant } of variants.filter(entry => entry.language === language)) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height })
      await page.setViewportSize({ width, height: await fittingHeight(page) })
      await settle(page)
      const name = `${picture.state}-${variant}`
      await page.screenshot({ path: join(folder, `${name}.png`) })
      const flaws = await page.evaluate(findFlaws)
      const keys = untranslatedIn(await page.locator('body').innerText()).filter(key => !scriptNames.has(key))
      for (const flaw of [...flaws, ...keys.map(key => `shows ${key}`)]) {
        findings.push(`${picture.page}/${name}: ${flaw}`)
      }
    }
    await picture.leave?.(page, ids)
  }
}

/** Waits until nothing loads and the layout no longer changes. */
async function settle(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => document.querySelector('main') && !document.querySelector('.ant-skeleton, .ant-spin-spinning'),
      undefined,
      { timeout: settlingMs },
    )
    .catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    for (let count = 0; count < 6; count += 1) await frame()
  })
}

/** Window height that shows a long page completely. */
async function fittingHeight(page: Page): Promise<number> {
  const needed = await page.evaluate(() => {
    const content = document.querySelector('.shell-content')
    const editor = document.querySelector('.cd-main')
    return Math.max(
      content ? content.scrollHeight + content.getBoundingClientRect().top : 0,
      editor ? window.innerHeight + editor.scrollHeight - editor.clientHeight : 0,
    )
  })
  return Math.ceil(Math.min(tallest, Math.max(height, needed)))
}

/** Runs in the page: finds elements that overflow at the side, and text that is cut without an ellipsis. */
function findFlaws(): string[] {
  const flaws: string[] = []
  const content = document.querySelector('.shell-content')
  if (document.documentElement.scrollWidth > window.innerWidth + 1)
    flaws.push('the document is wider than the window')
  if (content && content.scrollWidth > content.clientWidth + 1) {
    flaws.push(`the content is ${content.scrollWidth - content.clientWidth} px too wide`)
  }
  for (const button of document.querySelectorAll<HTMLElement>('main button')) {
    const isShortened = getComputedStyle(button).textOverflow === 'ellipsis'
    if (isShortened) continue
    if (button.offsetParent && button.scrollWidth > button.clientWidth + 2 && button.clientWidth > 0) {
      flaws.push(`the button "${button.innerText}" is cut`)
    }
  }
  return flaws
}

const closers = createClosers()
try {
  const folder = await openTestFolder()
  closers.add(() => folder.remove())
  const env = { PONE_AGENT_CAPTURES: 'all', PONE_AGENT_RECORDING_PORTS: recordingPorts }
  const installation = await startInstallation({ captcha, keepsData: false, env })
  closers.add(() => installation.stop())
  closers.add(await startOrderService())
  const browser = await launchChromium(false, [`--host-resolver-rules=MAP ${publicName} 127.0.0.1`])
  closers.add(() => browser.close())
  closers.add(() => rm(licenceFolder, { recursive: true, force: true }))
  const accessLogs = accessLogFolderOf(installation.dataFolder)
  await writeAccessLogs(accessLogs)
  const ids = { ...(await prepareCast(installation, captcha)), accessLogs }
  for (const viewer of new Set(chosen.map(picture => picture.viewer))) {
    const { page } = await enter(browser, installation, viewer)
    for (const picture of chosen.filter(entry => entry.viewer === viewer)) {
      await take(page, picture, ids)
      say(`${picture.page}/${picture.state}`)
    }
    await page.context().close()
  }
} finally {
  await closers.closeAll()
}
for (const finding of findings) say(finding)
say(`${chosen.length} states of pages pictured, ${findings.length} findings`)
if (findings.length > 0) process.exitCode = 1
