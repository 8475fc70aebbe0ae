/** The title of a column and, as in its cells, what joined it below. */
import './data-table.css'

export function TitleLines({ lines: [own, joined] }: { readonly lines: readonly [string, string] }) {
  return (
    <>
      <div>{own}</div>
      <div className="data-table-joined">{joined}</div>
    </>
  )
}
