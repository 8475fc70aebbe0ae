/** Driver for the cluster pages of an administrator. */
import type { Locator } from 'playwright-core'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

/** Opens a tab of the cluster page. */
export async function openClusterTab(
  pone: Pone,
  tab: 'clusters' | 'machines' | 'controllers' | 'tokens',
): Promise<void> {
  if (pone.path() !== '/pone/atf/clusterManager') await pone.openMenu('route.clusterManager')
  await pone.page.getByRole('tab', { name: pone.t(`cluster.tab.${tab}`), exact: true }).click()
}

/** Clicks an action of the menu at the end of a row. */
export async function actOnRow(pone: Pone, row: string, action: MessageKey): Promise<void> {
  await pone.chooseMenu(pone.row(row).getByRole('button', { name: pone.t('action.more') }), pone.t(action))
}

/** Moves an entry of a form's transfer list to the right side. */
export const transfer = (scope: Locator, entry: string): Promise<void> => shift(scope, entry, 'right')

/** Moves it back to the left side. */
export const transferBack = (scope: Locator, entry: string): Promise<void> => shift(scope, entry, 'left')

async function shift(scope: Locator, entry: string, to: 'left' | 'right'): Promise<void> {
  const list = scope.locator('.ant-transfer', { hasText: entry }).first()
  await list.locator('.transfer-item', { hasText: entry }).first().locator('input').check()
  const buttons = list.locator('.ant-transfer-actions button, .ant-transfer-operation button')
  await (to === 'right' ? buttons.first() : buttons.last()).click()
}
