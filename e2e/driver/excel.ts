/** Fills in a downloaded Excel template as a user would. */
import readExcelFile from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'

/** Keeps the template's heading row and writes the rows below it; returns the new file. */
export async function fillTemplate(
  templatePath: string,
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  const [sheet] = await readExcelFile(templatePath)
  const heading = (sheet?.data[0] ?? []).map(cell => String(cell ?? ''))
  const cells = [heading, ...rows].map(row => row.map(value => ({ value, type: String })))
  return writeExcelFile(cells).toBuffer()
}
