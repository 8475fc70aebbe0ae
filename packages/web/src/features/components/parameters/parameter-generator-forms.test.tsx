// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { open, pick } from './test-parameters.tsx'

test('a table of a database', async () => {
  const { choose, parameter } = await open()
  expect(outline(await choose(/id, name/))).toMatchInlineSnapshot(`
    "Database
    group "Database"
      radiogroup "Database"
        radio "PostgreSQL"
        PostgreSQL
        radio "MySQL / MariaDB" [checked]
        MySQL / MariaDB
    Host
    group "Host"
      combobox "Host" = "db.example"
      button "Insert a tool function"
    Port
    group "Port"
      spinbutton "Port" = "3306" [valuenow=3306]
      button "Increase Value"
      button "Decrease Value"
      0 = the usual port of the database.
    Database name
    group "Database name"
      combobox "Database name" = "shop"
      button "Insert a tool function"
    User
    group "User"
      combobox "User" = "ann"
      button "Insert a tool function"
    Password
    group "Password"
      combobox "Password" = "typed"
      button "Insert a tool function"
      alert: A password cannot be written here: keep it as a secret variable and write \${its name}
      Only refers to variables, such as \${dbPassword}; keep the password as a secret variable of the component.
    Use TLS
    group "Use TLS"
      switch "Use TLS" [checked]
      Encrypts the connection; needed by databases that ask for TLS.
    Query
    group "Query"
      combobox "Query" = "select id from users"
      button "Insert a tool function"
      Each load machine runs it once before the run. Unique values need the same order everywhere: write ORDER BY.
    Variables
    group "Variables"
      textbox "Variables" = "id, name"
      In the order of the columns of the result, separated by commas; an empty name leaves a column out.
    Most rows
    group "Most rows"
      spinbutton "Most rows" = "500" [valuenow=500]
      button "Increase Value"
      button "Decrease Value"
      A longer result keeps the run from starting, so that no part of the data is left out unseen.
    Time-out
    group "Time-out"
      spinbutton "Time-out (s)" = "30" [valuenow=30]
      s
      button "Increase Value"
      button "Decrease Value"
      The run does not start if the query takes longer than these seconds.
    heading "How values are taken"
    Selection
    group "Selection"
      radiogroup "Selection"
        radio "Sequential" [checked]
        Sequential
        radio "Random"
        Random
        radio "Unique"
        Unique
      In order: the users of an engine process take turns, each takes the next value.
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value.
    When used up
    group "When used up"
      radiogroup "When used up"
        radio "Start over" [checked]
        Start over
        radio "Stop the user"
        Stop the user
        radio "Keep the last"
        Keep the last
      Goes on with the first value; with “unique”, values then come again."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: 'Variables' }), {
    target: { value: 'a, b ,' },
  })
  pick('Database', 'PostgreSQL')
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
    "Variable
    group "Variable"
      textbox "Variable" = "day"
      Written as \${day} in texts
    Start
    group "Start"
      textbox "Start" (now)
      Empty = the time at which the value is taken; or 2026-01-31, 2026-01-31T08:00:00 (local time of the load machine).
    Offset
    group "Offset"
      textbox "Offset" = "+2d"
      Such as +1d or -2h30m; empty = none.
    Step
    group "Step"
      spinbutton "Step (s)" = "60" [valuenow=60]
      s
      button "Increase Value"
      button "Decrease Value"
      Added with each further value; 0 = none.
    Format
    group "Format"
      textbox "Format" = "yyyy"
      yyyy year, MM month, dd day, HH hour, mm minute, ss second, SSS millisecond.
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/uid/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "uid"
      Written as \${uid} in texts
    Form
    group "Form"
      radiogroup "Form"
        radio "UUID"
        UUID
        radio "Digits" [checked]
        Digits
      Digits only, not repeated on any load machine.
    Prefix
    group "Prefix"
      textbox "Prefix" = "x-"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  fireEvent.change(screen.getByRole('textbox', { name: /Prefix/ }), { target: { value: 'y'.repeat(120) } })
  expect(parameter('u')).toMatchObject({ prefix: 'y'.repeat(100) })
  expect(outline(await choose(/dice/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "dice"
      Written as \${dice} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer" [checked]
        Integer
        radio "Decimal"
        Decimal
        radio "Text"
        Text
      Integers and decimals lie between smallest and largest, both included.
    Smallest
    group "Smallest"
      spinbutton "Smallest" = "1" [valuenow=1]
      button "Increase Value"
      button "Decrease Value"
    Largest
    group "Largest"
      spinbutton "Largest" = "6" [valuenow=6]
      button "Increase Value"
      button "Decrease Value"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/share/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "share"
      Written as \${share} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal" [checked]
        Decimal
        radio "Text"
        Text
      Integers and decimals lie between smallest and largest, both included.
    Smallest
    group "Smallest"
      spinbutton "Smallest" = "0.25" [valuenow=0.25]
      button "Increase Value"
      button "Decrease Value"
    Largest
    group "Largest"
      spinbutton "Largest" = "1.5" [valuenow=1.5]
      button "Increase Value"
      button "Decrease Value"
    Digits after the point
    group "Digits after the point"
      spinbutton "Digits after the point" = "2" [valuenow=2]
      button "Increase Value"
      button "Decrease Value"
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  expect(outline(await choose(/word/))).toMatchInlineSnapshot(`
    "Variable
    group "Variable"
      textbox "Variable" = "word"
      Written as \${word} in texts
    Type
    group "Type"
      radiogroup "Type"
        radio "Integer"
        Integer
        radio "Decimal"
        Decimal
        radio "Text" [checked]
        Text
      Integers and decimals lie between smallest and largest, both included.
    Length
    group "Length"
      spinbutton "Length" = "8" [valuenow=8]
      button "Increase Value"
      button "Decrease Value"
    Characters
    group "Characters"
      textbox "Characters" = "abc"
      Characters are drawn from these.
    heading "How values are taken"
    Next value
    group "Next value"
      radiogroup "Next value"
        radio "Each iteration" [checked]
        Each iteration
        radio "Each use"
        Each use
        radio "Once"
        Once
      Within an iteration every place sees the same value."
  `)
  const alphabet = screen.getByRole('textbox', { name: /[Cc]haracters|Alphabet/ })
  fireEvent.change(alphabet, { target: { value: '' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'abc' })
  fireEvent.change(alphabet, { target: { value: 'xyz' } })
  expect(parameter('y')).toMatchObject({ alphabet: 'xyz' })
})
