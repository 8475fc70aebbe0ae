/** Steps of a journey: threads of a JVM are dumped on the page of its monitor, followed over the dumps, and compared. */
import type { World } from '../harness/journey.ts'
import type { Pone } from './pone.ts'

/** An agent starts a process for the dumps, which takes long where others use the machine. */
const takenMs = 120_000

/** `monitorId`: of a running JVM, whose thread `main` computes; a thread of it waits for ever. */
export async function followThreads(
  pone: Pone,
  { monitorId, waiting }: { readonly monitorId: string; readonly waiting: string },
  { check }: World,
): Promise<void> {
  const { page, t } = pone
  await check(
    'threads are dumped at an interval, and one that stays at the same place is found',
    async () => {
      await page.goto(new URL(`/pone/atf/projects/monitorInfo?id=${monitorId}`, page.url()).href)
      const section = page.getByRole('region', { name: t('threads.title') })
      await section.getByLabel(t('threads.times')).fill('2')
      await section.getByLabel(t('threads.interval')).fill('1')
      await section.getByRole('button', { name: t('threads.dump') }).click()
      await section.getByText(t('threads.seriesState.complete')).waitFor({ timeout: takenMs })
      await section.getByRole('cell').first().getByRole('link').click()
      // The box follows the address, which changes after the click.
      await page.getByRole('checkbox', { name: t('threads.stuckOnly') }).click()
      await page.waitForURL(/stuck=true/)
      await page.getByRole('textbox', { name: t('threads.search') }).fill(waiting)
      const row = page
        .getByRole('table', { name: t('threads.view.series') })
        .getByRole('row')
        .nth(1)
      await row.getByText(waiting).waitFor()
      await row.getByText(t('threads.stayOf', { stay: 2, dumps: 2 })).waitFor()
    },
  )
  await check('two dumps are compared thread by thread, with the stack of the chosen one', async () => {
    await page.getByText(t('threads.view.difference'), { exact: true }).click()
    const list = page.getByRole('table', { name: t('threads.view.difference') })
    await list.getByRole('button', { name: waiting }).click()
    await page
      .getByRole('complementary', { name: t('threads.stack') })
      .getByText(/CountDownLatch\.await/)
      .waitFor()
    await list.getByText(t('threads.change.same')).first().waitFor()
  })
}
