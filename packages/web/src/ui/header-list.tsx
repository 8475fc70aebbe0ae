/** The headers of a request or a response, as sent. */
import './header-list.css'

/** In the order received; the same name may occur twice. */
export function HeaderList({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  if (headers.length === 0) return null
  return (
    <dl className="header-list">
      {headers.map(([name, value], index) => (
        // The same header may occur twice; headers are identified by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
