/** Fills in a downloaded Excel template as a user would. */
import { writeFile } from 'node:fs/promises'
import readExcelFile from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'

/** Keeps the template's heading row, writes the rows below it, and returns the path of the new file. */
export async function fillTemplate(
  templatePath: string,
  path: string,
  rows: readonly (readonly string[])[],
): Promise<string> {
  const [sheet] = await readExcelFile(templatePath)
  const heading = (sheet?.data[0] ?? []).map(cell => String(cell ?? ''))
  const cells = [heading, ...rows].map(row => row.map(value => ({ value, type: String })))
  await writeFile(path, await writeExcelFile(cells).toBuffer())
  return path
}
