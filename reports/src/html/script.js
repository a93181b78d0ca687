'use strict';
{
  const make = (name, text) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    return made;
  };
  const value = (row, column) => {
    const cell = row.cells[column];
    return (cell.dataset.value ?? cell.textContent).trim();
  };
  const columns = (table) => [...table.querySelectorAll('thead tr:last-child > th')];

  const sortable = (table) => {
    const order = new Intl.Collator('en', { numeric: true });
    const body = table.tBodies[0];
    columns(table).forEach((head, column) => {
      const button = make('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const back = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
        columns(table).forEach((other) => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', back > 0 ? 'ascending' : 'descending');
        const rows = [...body.rows].map((row) => [value(row, column), row]);
        rows.sort(([one], [other]) => back * order.compare(one, other));
        body.append(...rows.map(([, row]) => row));
      });
    });
  };

  const filtered = (table) => {
    const noun = table.dataset.filter;
    const rows = [...table.querySelectorAll('tbody tr:not(.band)')].map((row) => [row, row.textContent.toLowerCase()]);
    const bar = make('div');
    bar.className = 'filter';
    const labelled = (text, control) => {
      const label = make('label', text + ' ');
      label.append(control);
      bar.append(label);
      return control;
    };
    const words = labelled('filter ' + noun, make('input'));
    words.type = 'search';
    const choices = columns(table).flatMap((head, column) => {
      if (!head.dataset.choose) return [];
      const select = labelled(head.dataset.choose, make('select'));
      const values = new Set(rows.map(([row]) => value(row, column)));
      const any = make('option', 'any');
      any.value = '';
      select.append(any, ...[...values].filter(Boolean).map((one) => make('option', one)));
      return [[select, column]];
    });
    const shown = make('output');
    bar.append(shown);
    const apply = () => {
      const wanted = words.value.toLowerCase().split(/\s+/);
      let count = 0;
      for (const [row, text] of rows) {
        const fits = wanted.every((word) => text.includes(word)) &&
          choices.every(([select, column]) => !select.value || value(row, column) === select.value);
        row.hidden = !fits;
        count += fits;
      }
      for (const body of table.tBodies) {
        const band = body.querySelector('.band');
        if (band) band.hidden = !body.querySelector('tr:not(.band):not([hidden])');
      }
      shown.textContent = count === rows.length ? '' : `${count} of ${rows.length}`;
    };
    bar.addEventListener('input', apply);
    table.parentElement.before(bar);
    // Whatever a link leads to is shown.
    addEventListener('hashchange', () => {
      const goal = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!goal || !goal.hidden || !table.contains(goal)) return;
      words.value = '';
      choices.forEach(([select]) => { select.value = ''; });
      apply();
      goal.scrollIntoView();
    });
  };

  document.querySelectorAll('table.sortable').forEach(sortable);
  document.querySelectorAll('table[data-filter]').forEach(filtered);
}
