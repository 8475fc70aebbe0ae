/** A large package is uploaded under faults: the connection breaks, the server is killed, the page is reloaded; it arrives complete, and no piece is sent twice. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { uploadPieceBytes } from '@pone/schema/limits.ts'
import { jmeterArchive } from '../driver/packages.ts'
import type { Pone } from '../driver/pone.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const packageName = 'JMeter 5.6.8 linux'
const sizeBytes = 40_000_000
/** So slow that a test on a busy machine still interrupts the last pieces. */
const bytesPerSecond = 5_000_000
const patienceMs = 90_000

/** Offsets of the pieces that the browser has sent, in order. */
function watchPieces({ page }: Pone): number[] {
  const offsets: number[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.pathname.endsWith(calls.upload.append.path))
      offsets.push(Number(url.searchParams.get('offsetBytes')))
  })
  return offsets
}

/** The network of the tab: slow enough to be interrupted during the upload, or offline. */
async function networkOf({ page }: Pone): Promise<(isOffline: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return offline =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
}

async function run(world: World): Promise<void> {
  const { check, installation } = world
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-upload-'))
  try {
    const content = await jmeterArchive('5.6.8', sizeBytes)
    const path = join(folder, 'apache-jmeter-5.6.8.tgz')
    await writeFile(path, content)
    const pone = await world.openBrowser()
    await pone.signIn(installation.administrator, 'administrator')
    const { page, t } = pone
    const dialog = () => pone.dialog(t('package.upload'))
    const send = async () => {
      await pone.openMenu('route.downloadCenter')
      await pone.click('package.upload')
      // By its path, so that it is the same file with the same date when it is chosen again.
      await dialog().locator('input[type=file]').setInputFiles(path)
      await pone.form(dialog()).submit('action.upload')
    }
    const pieces = watchPieces(pone)
    const setOffline = await networkOf(pone)
    await setOffline(false)
    const until = (what: string, offset: number) =>
      eventually({ what, patienceMs, look: () => (Math.max(0, ...pieces) >= offset ? true : undefined) })
    const waiting = () => dialog().getByText(t('upload.waiting'))

    await check(
      'a line that breaks in the middle is waited for, and the upload goes on by itself',
      async () => {
        await send()
        await until('the third piece', 2 * uploadPieceBytes)
        await setOffline(true)
        await waiting().waitFor()
        await setOffline(false)
        await waiting().waitFor({ state: 'hidden', timeout: patienceMs })
      },
    )
    await check('a server that is killed in the middle costs no more', async () => {
      await until('the fourth piece', 3 * uploadPieceBytes)
      await installation.kill('server')
      await waiting().waitFor({ timeout: patienceMs })
      await waiting().waitFor({ state: 'hidden', timeout: patienceMs })
    })
    await check('after the page is loaded anew, the same file goes on where it stopped', async () => {
      await until('the sixth piece', 5 * uploadPieceBytes)
      await page.reload()
      const before = pieces.splice(0)
      await send()
      await dialog().waitFor({ state: 'hidden', timeout: patienceMs })
      const [first] = pieces
      assert.ok(first !== undefined && first >= 4 * uploadPieceBytes, `${before.join()} | ${pieces.join()}`)
    })
    await check('what has arrived is the file, to the byte', async () => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      await pone.row(packageName).getByText(sha256.slice(0, 12)).waitFor()
    })
    await setOffline(false)
    await pone.chooseMenu(
      pone.row(packageName).getByRole('button', { name: t('action.more') }),
      t('action.delete'),
    )
    await pone.confirm('action.delete')
    await pone.row(packageName).waitFor({ state: 'detached' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const uploadsJourney: Journey = { name: 'uploads', run }
