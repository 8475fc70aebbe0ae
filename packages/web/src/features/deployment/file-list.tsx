/** Files of a machine to select from, grouped by tool. */
import type { MachineFile } from '@pone/contract/entities/host.ts'
import type { ReactNode } from 'react'
import './deployment.css'

export function FileList(props: {
  readonly files: readonly MachineFile[]
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
  readonly detail: (file: MachineFile) => ReactNode
  readonly label: string
}) {
  return (
    <ul className="host-files-list" aria-label={props.label}>
      {props.files.map(file => (
        <li key={file.path}>
          <button
            type="button"
            title={file.path}
            aria-current={file.path === props.chosen}
            onClick={() => props.onChoose(file.path)}
          >
            {file.path.replace(/^.*\//, '')}
            <small>
              {file.tool} {file.version} · {props.detail(file)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
