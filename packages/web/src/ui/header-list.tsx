/** The headers of a request or a response, as sent. */
import './header-list.css'

/** In the order they came; the same name may come twice. */
export function HeaderList({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  if (headers.length === 0) return null
  return (
    <dl className="header-list">
      {headers.map(([name, value], index) => (
        // The same header may come twice; their order is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
