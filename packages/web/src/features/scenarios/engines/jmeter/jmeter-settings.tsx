/** Settings of a JMeter scenario: version, properties, Java options, and what counts as a request. */
import { type JmeterSettings, jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { optionLines, propertyLines, readOptions, readProperties } from './jmeter-lines.ts'

export interface JmeterSettingsProps {
  readonly settings: JmeterSettings
  readonly isReadOnly: boolean
  readonly onChange: (settings: JmeterSettings) => void
}

export function JmeterSettingsForm({ settings, isReadOnly, onChange }: JmeterSettingsProps) {
  const t = useT()
  const setUpNote = useId()
  const change = (next: Partial<JmeterSettings>) => onChange({ ...settings, ...next })
  return (
    <div className="scenario-jmeter">
      <CheckedText
        label={t('scenario.jmeter.version')}
        help={t('scenario.jmeter.versionHelp')}
        problem={t('scenario.jmeter.versionWrong')}
        value={settings.version}
        isReadOnly={isReadOnly}
        onChange={version => {
          const isRight = jmeterSettingsSchema.shape.version.safeParse(version).success
          if (isRight) change({ version })
          return isRight
        }}
      />
      <CheckedText
        label={t('scenario.jmeter.properties')}
        help={t('scenario.jmeter.propertiesHelp')}
        problem={t('scenario.jmeter.propertiesWrong')}
        value={propertyLines(settings.properties)}
        isLong
        isReadOnly={isReadOnly}
        onChange={text => {
          const properties = readProperties(text)
          if (properties !== null) change({ properties })
          return properties !== null
        }}
      />
      <CheckedText
        label={t('scenario.jmeter.jvmOptions')}
        help={t('scenario.jmeter.jvmOptionsHelp')}
        problem={t('scenario.jmeter.jvmOptionsWrong')}
        value={optionLines(settings.jvmOptions)}
        isLong
        isReadOnly={isReadOnly}
        onChange={text => {
          const jvmOptions = readOptions(text)
          if (jvmOptions !== null) change({ jvmOptions })
          return jvmOptions !== null
        }}
      />
      <Checkbox
        checked={settings.countsSubSamples}
        disabled={isReadOnly}
        onChange={event => change({ countsSubSamples: event.target.checked })}
      >
        {t('scenario.jmeter.subSamples')}
      </Checkbox>
      <div>
        <Checkbox
          checked={settings.setUpOn === 'oneMachine'}
          disabled={isReadOnly}
          aria-describedby={setUpNote}
          onChange={event => change({ setUpOn: event.target.checked ? 'oneMachine' : 'everyMachine' })}
        >
          {t('scenario.jmeter.setUpOnce')}
        </Checkbox>
        <p id={setUpNote} className="scenario-help">
          {t('scenario.jmeter.setUpHelp')}
        </p>
      </div>
    </div>
  )
}

interface CheckedTextProps {
  readonly label: string
  readonly help: string
  /** Shown while the text is invalid. */
  readonly problem: string
  readonly value: string
  readonly isLong?: boolean
  readonly isReadOnly: boolean
  /** Returns whether the text is valid. */
  readonly onChange: (text: string) => boolean
}

function CheckedText({
  label,
  help,
  problem,
  value,
  isLong = false,
  isReadOnly,
  onChange,
}: CheckedTextProps) {
  const id = useId()
  const [typed, setTyped] = useState({ text: value, of: value, isTaken: true })
  // A new value from outside, e.g. another user's version, replaces the text.
  if (typed.isTaken && typed.of !== value) setTyped({ text: value, of: value, isTaken: true })
  const take = (text: string) => {
    const isTaken = onChange(text)
    setTyped({ text, of: isTaken ? text : value, isTaken })
  }
  const shared = {
    id,
    value: typed.text,
    readOnly: isReadOnly,
    'aria-describedby': `${id}-note`,
    ...(typed.isTaken ? {} : { status: 'error' as const }),
  }
  return (
    <div className="scenario-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <Input.TextArea
          {...shared}
          autoSize={{ minRows: 2, maxRows: 8 }}
          className="scenario-code"
          onChange={event => take(event.target.value)}
        />
      ) : (
        <Input {...shared} className="scenario-version" onChange={event => take(event.target.value)} />
      )}
      <small id={`${id}-note`} className={typed.isTaken ? 'scenario-help' : 'scenario-problem'}>
        {typed.isTaken ? help : problem}
      </small>
    </div>
  )
}
