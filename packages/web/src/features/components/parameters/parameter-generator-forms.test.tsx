import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { open, pick } from './test-parameters.tsx'

test('a table of a database', async () => {
  const { choose, parameter } = await open()
  expect(outline(await choose(/id, name/))).toMatchInlineSnapshot(`
    "Database type
    group "Database type"
      radiogroup "Database type"
        radio "PostgreSQL"
        PostgreSQL
        radio "MySQL / MariaDB" [checked]
        MySQL / MariaDB
    Host
    group "Host"
      combobox "Host" = "db.example"
      button "Insert tool function"
    Port
    group "Port"
      spinbutton "Port" = "3306" [valuenow=3306]
      button "Increase Value"
      button "Decrease Value"
      0 means the default port of the database.
    Database name
    group "Database name"
      combobox "Database name" = "shop"
      button "Insert tool function"
    User name
    group "User name"
      combobox "User name" = "ann"
      button "Insert tool function"
    Password
    group "Password"
      combobox "Password" = "typed"
      button "Insert tool function"
      alert: Passwords cannot be entered here directly. Save the password as a secret variable and enter \${variable name}
      Must be a variable, for example \${dbPassword}. Save the password as a secret variable of this component.
    Use TLS
    group "Use TLS"
      switch "Use TLS" [checked]
      Encrypts the connection to the database; turn on if the database requires TLS.
    Query
    group "Query"
      combobox "Query" = "select id from users"
      button "Insert tool function"
      Each load machine runs the query once before the run. “Unique” selection requires the same row order on all load machines; use ORDER BY.
    Variable names
    group "Variable names"
      textbox "Variable names" = "id, name"
      In the order of the result columns, separated by commas. Leave a name empty to skip the column.
    Row limit
    group "Row limit"
      spinbutton "Row limit" = "500" [valuenow=500]
      button "Increase Value"
      button "Decrease Value"
      If the result has more rows, the run does not start, to avoid using only part of the data.
    Time-out
    group "Time-out"
      spinbutton "Time-out (s)" = "30" [valuenow=30]
      s
      button "Increase Value"
      button "Decrease Value"
      If the query takes longer than this number of seconds, the run does not start.
    heading "Value assignment"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: users of the same engine process take the next value in turn.
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value.
    When exhausted
    group "When exhausted"
      radiogroup "When exhausted"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep last value"
        Keep last value
      Continues from the first value; with “Unique”, values are then used again."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: 'Variable names' }), {
    target: { value: 'a, b ,' },
  })
  pick('Database type', 'PostgreSQL')
  fireEvent.click(screen.getByRole('switch'))
  const port = screen.getByRole('spinbutton', { name: 'Port' })
  fireEvent.change(port, { target: { value: '5432' } })
  fireEvent.blur(port)
  expect(parameter('t')).toMatchObject({
    columns: ['a', 'b', ''],
    database: { driver: 'postgresql', tls: false, port: 5_432, host: 'db.example' },
  })
})

test('a date, an id and random values', async () => {
  const { choose, parameter } = await open()
  expect(outline(await choose(/day/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "day"
      Use as \${day} in texts
    Start
    group "Start"
      textbox "Start" (current time)
      Empty for the time at which the value is taken, or 2026-01-31, 2026-01-31T08:00:00 (local time of the load machine).
    Offset
    group "Offset"
      textbox "Offset" = "+2d"
      For example +1d or -2h30m; empty for no offset.
    Step
    group "Step"
      spinbutton "Step (s)" = "60" [valuenow=60]
      s
      button "Increase Value"
      button "Decrease Value"
      Time added for each further value; 0 for none.
    Format
    group "Format"
      textbox "Format" = "yyyy"
      yyyy year, MM month, dd day, HH hour, mm minute, ss second, SSS millisecond.
    heading "Value assignment"
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value."
  `)
  expect(outline(await choose(/uid/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "uid"
      Use as \${uid} in texts
    Form
    group "Form"
      radiogroup "Form"
        radio "UUID"
        UUID
        radio "Digits" [checked]
        Digits
      Digits only; not repeated on any load machine.
    Prefix
    group "Prefix"
      textbox "Prefix" = "x-"
    heading "Value assignment"
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: /Prefix/ }), { target: { value: 'y'.repeat(120) } })
  expect(parameter('u')).toMatchObject({ prefix: 'y'.repeat(100) })
  expect(outline(await choose(/dice/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "dice"
      Use as \${dice} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer" [checked]
        Integer
        radio "Decimal"
        Decimal
        radio "Text"
        Text
      Integers and decimals are between minimum and maximum, both included.
    Minimum
    group "Minimum"
      spinbutton "Minimum" = "1" [valuenow=1]
      button "Increase Value"
      button "Decrease Value"
    Maximum
    group "Maximum"
      spinbutton "Maximum" = "6" [valuenow=6]
      button "Increase Value"
      button "Decrease Value"
    heading "Value assignment"
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value."
  `)
  expect(outline(await choose(/share/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "share"
      Use as \${share} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal" [checked]
        Decimal
        radio "Text"
        Text
      Integers and decimals are between minimum and maximum, both included.
    Minimum
    group "Minimum"
      spinbutton "Minimum" = "0.25" [valuenow=0.25]
      button "Increase Value"
      button "Decrease Value"
    Maximum
    group "Maximum"
      spinbutton "Maximum" = "1.5" [valuenow=1.5]
      button "Increase Value"
      button "Decrease Value"
    Decimal places
    group "Decimal places"
      spinbutton "Decimal places" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
    heading "Value assignment"
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value."
  `)
  expect(outline(await choose(/word/))).toMatchInlineSnapshot(`
    "Variable name
    group "Variable name"
      textbox "Variable name" = "word"
      Use as \${word} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal"
        Decimal
        radio "Text" [checked]
        Text
      Integers and decimals are between minimum and maximum, both included.
    Length
    group "Length"
      spinbutton "Length" = "8" [valuenow=8]
      button "Increase Value"
      button "Decrease Value"
    Characters
    group "Characters"
      textbox "Characters" = "abc"
      Characters are selected randomly from this set.
    heading "Value assignment"
    Next value on
    group "Next value on"
      radiogroup "Next value on"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      All references within an iteration use the same value."
  `)
  const alphabet = screen.getByRole('textbox', { name: /[Cc]haracters|Alphabet/ })
  fireEvent.change(alphabet, { target: { value: '' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'abc' })
  fireEvent.change(alphabet, { target: { value: 'xyz' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'xyz' })
})
