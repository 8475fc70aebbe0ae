/**
 * Driver for the files of a component, sent files and certificates: the dialog that uploads them or selects known ones.
 */
import type { Locator } from 'playwright-core'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

export interface UploadPlan {
  readonly name: string
  readonly content: string | Buffer
}

/** Opens the dialog of a file field, by the field's label. */
export async function openFileDialog(
  pone: Pone,
  label: string,
  scope: Locator = pone.page.locator('body'),
): Promise<Locator> {
  await scope.getByRole('button', { name: `${label}: ` }).click()
  const dialog = pone.dialog(label)
  await dialog.waitFor()
  return dialog
}

/** Drops a file on the drop area of a dialog, without waiting for the result. */
export async function dropFile(dialog: Locator, { name, content }: UploadPlan): Promise<void> {
  const buffer = Buffer.from(content)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** Uploads a file for a field, which selects it and closes the dialog. */
export async function uploadFile(
  pone: Pone,
  field: MessageKey,
  file: UploadPlan,
  scope?: Locator,
): Promise<void> {
  const dialog = await openFileDialog(pone, pone.t(field), scope)
  await dropFile(dialog, file)
  await dialog.waitFor({ state: 'hidden' })
  await pone.seeText(file.name, scope)
}
