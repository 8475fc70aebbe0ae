/** /pone/atf/monitorType: monitor types for administrators: built-in ones to look at and copy, own ones to write, try and version. */
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { TypeEditor } from './type-editor.tsx'
import { TypeList } from './type-list.tsx'
import '../monitors.css'

/** `name`: the type that is shown or edited; `from`: a type whose text a new one begins with; `new`: a new one. */
const defaults = { name: '', from: '', new: false }

export function Page() {
  const [url, change] = useUrlState(defaults)
  const isNew = url.new || url.from !== ''
  if (url.name === '' && !isNew) return <TypeList onOpen={change} />
  return (
    <TypeEditor
      key={`${url.name} ${url.from}`}
      name={url.name === '' ? null : url.name}
      from={url.from === '' ? null : url.from}
      onCreated={name => change({ ...defaults, name })}
      onCopy={from => change({ ...defaults, from })}
    />
  )
}
