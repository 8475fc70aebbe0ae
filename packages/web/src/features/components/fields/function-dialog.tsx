/** The dialog of tool functions: a searchable list, arguments with help, an example and the finished expression. */
import { type ToolFunction, toolFunctions } from '@pone/plan/functions/functions.ts'
import { Button, Empty, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { callText } from './function-call.ts'

interface FunctionDialogProps {
  readonly onInsert: (content: string) => void
  readonly onClose: () => void
}

const all: readonly (readonly [string, ToolFunction])[] = Object.entries(toolFunctions)

export function FunctionDialog({ onInsert, onClose }: FunctionDialogProps) {
  const t = useT()
  const language = useSession('language')
  const [search, setSearch] = useState('')
  const [name, setName] = useState(all[0]?.[0] ?? '')
  const [args, setArgs] = useState<readonly string[]>([])

  const wanted = search.trim().toLowerCase()
  const found = findFunctions(wanted)
  const shown = found.find(([candidate]) => candidate === name) ?? found[0]
  const choose = (next: string) => {
    setName(next)
    setArgs([])
  }
  const insert = () => {
    if (!shown) return
    onInsert(callText(shown[0], args))
    onClose()
  }
  const move = (step: number) => {
    const at = found.findIndex(([candidate]) => candidate === shown?.[0])
    const next = found[Math.min(found.length - 1, Math.max(0, at + step))]
    if (next) choose(next[0])
  }
  return (
    <FormDialog
      width={760}
      title={t('component.function.title')}
      isChanged={args.some(arg => arg !== '')}
      onClose={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('component.cancel')}
        </Button>,
        <Button key="insert" type="primary" disabled={!shown} onClick={insert}>
          {t('component.function.insert')}
        </Button>,
      ]}
    >
      <div className="cd-functions">
        <div className="cd-functions-list">
          <Input
            autoFocus
            allowClear
            value={search}
            placeholder={t('component.function.search')}
            aria-label={t('component.function.search')}
            onChange={event => setSearch(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
              event.preventDefault()
              move(event.key === 'ArrowDown' ? 1 : -1)
            }}
            onPressEnter={insert}
          />
          <div className="cd-functions-rows" role="listbox" aria-label={t('component.function.title')}>
            {found.map(([candidate, { description }]) => (
              <button
                key={candidate}
                type="button"
                role="option"
                aria-selected={candidate === shown?.[0]}
                className="cd-function-row"
                onClick={() => choose(candidate)}
                onDoubleClick={insert}
              >
                <b className="cd-mono">{candidate}</b>
                <span>{description[language]}</span>
              </button>
            ))}
            {found.length === 0 && (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('component.function.none')} />
            )}
          </div>
        </div>
        {shown && <Detail name={shown[0]} tool={shown[1]} args={args} onArgs={setArgs} onInsert={insert} />}
      </div>
    </FormDialog>
  )
}

interface DetailProps {
  readonly name: string
  readonly tool: ToolFunction
  /** As typed; arguments after the last typed one are omitted. */
  readonly args: readonly string[]
  readonly onArgs: (args: readonly string[]) => void
  readonly onInsert: () => void
}

/** One function: its arguments, an example, and the expression as it will be inserted. */
function Detail({ name, tool, args, onArgs, onInsert }: DetailProps) {
  const t = useT()
  const language = useSession('language')
  const missing = tool.args.some((argument, index) => !argument.isOptional && !args[index])
  return (
    <div className="cd-functions-detail">
      <div className="cd-functions-scroll">
        <h3 className="cd-mono">{name}</h3>
        <p>{tool.description[language]}</p>
        {tool.args.map((argument, index) => (
          <label key={`${name}.${argument.name}`} className="cd-function-arg">
            <span>
              <span className="cd-mono">{argument.name}</span>
              <small>
                {argument.isOptional ? t('component.function.optional') : t('component.function.required')}
              </small>
            </span>
            <Input
              value={args[index] ?? ''}
              spellCheck={false}
              onChange={event => {
                onArgs(withArgument(args, index, event.target.value))
              }}
              onPressEnter={onInsert}
            />
            <small className="cd-help">{argument.description[language]}</small>
          </label>
        ))}
        <dl className="cd-function-example">
          <dt>{t('component.function.example')}</dt>
          <dd className="cd-mono">
            {tool.example} → {tool.exampleResult}
          </dd>
        </dl>
        {missing && <div className="cd-help">{t('component.function.missing')}</div>}
      </div>
      <div className="cd-function-outcome">
        <span className="cd-help">{t('component.function.result')}</span>
        <div className="cd-mono cd-function-preview" aria-live="polite">{`\${${callText(name, args)}}`}</div>
      </div>
    </div>
  )
}

/** Functions whose name or description contains the text, which is in lower case. */
const findFunctions = (wanted: string) =>
  all.filter(([name, { description }]) =>
    [name, description.zh, description.en].some(text => text.toLowerCase().includes(wanted)),
  )

/** The arguments with the one at the position replaced; earlier ones that were not typed are empty. */
const withArgument = (args: readonly string[], at: number, value: string): string[] =>
  Array.from({ length: Math.max(args.length, at + 1) }, (_, index) =>
    index === at ? value : (args[index] ?? ''),
  )
