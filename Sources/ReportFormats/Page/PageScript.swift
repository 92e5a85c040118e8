internal import ExactText

/// The script of the HTML report: finds and filters cases, and draws a case when it is opened.
///
/// What it draws is laid out already (`Timeline`); ``TimelinePicture`` draws the same for readers without script.
enum PageScript {
  static let text = #"""
    'use strict';
    (() => {
    const data = JSON.parse(document.getElementById('data').textContent);
    const text = (number) => data.strings[number];
    const cases = [...document.querySelectorAll('details.case')];
    const SVG = 'http://www.w3.org/2000/svg';
    const GUTTER = 112, LANE = 66, HEAD = 34, CHARACTER = 7, LEAST = 320, ROW = 17, LONGEST = 60;

    function make(name, attributes, ...children) {
      const isShape = ['svg', 'g', 'line', 'use', 'text', 'tspan', 'path', 'title'].includes(name);
      const element = isShape ? document.createElementNS(SVG, name) : document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...children);
      return element;
    }

    /** Milliseconds as H:MM:SS.mmm, as every report writes virtual time. */
    function span(milliseconds) {
      const two = (value) => String(value).padStart(2, '0');
      const value = Math.abs(milliseconds);
      return (milliseconds < 0 ? '-' : '') + Math.floor(value / 3600000) + ':' + two(Math.floor(value / 60000) % 60) +
        ':' + two(Math.floor(value / 1000) % 60) + '.' + String(value % 1000).padStart(3, '0');
    }

    /** The rows of a case: milliseconds since the start, pixels, and what they are. */
    function rowsOf(item) {
      const rows = [];
      let time = 0, y = 0;
      for (let place = 0; place < item.rows.length; place += 3) {
        time += item.rows[place];
        y += item.rows[place + 1];
        const [kind, lane, target, label, detail, note] = data.rows[item.rows[place + 2]];
        rows.push({time, y, kind: data.kinds[kind], lane, target, label: text(label), detail: text(detail), note: text(note)});
      }
      return rows;
    }

    function picture(item, name) {
      const rows = rowsOf(item);
      const height = (rows.length ? rows[rows.length - 1].y : 0) + ROW;
      const longest = Math.max(0, ...rows.map((row) => row.label.length + row.note.length));
      const width = GUTTER + item.lanes.length * LANE + Math.max(LEAST, (longest + 4) * CHARACTER);
      const x = (lane) => GUTTER + lane * LANE + LANE / 2;
      const right = x(item.lanes.length - 1);
      const svg = make('svg', {class: 'timeline', width, height: HEAD + height + 12,
        viewBox: `0 0 ${width} ${HEAD + height + 12}`, role: 'img', 'aria-label': 'Timeline; the records are below it as text'});
      item.lanes.forEach((lane, index) => {
        const label = text(lane);
        svg.append(make('text', {class: 'lane-name', x: x(index), y: 14}, label.length > 9 ? label.slice(0, 8) + '…' : label));
        svg.append(make('line', {class: 'lane', x1: x(index), y1: 22, x2: x(index), y2: HEAD + height}));
        for (const [, from, to] of item.lives.filter((life) => life[0] === index)) {
          svg.append(make('line', {class: 'life', x1: x(index), y1: HEAD + from, x2: x(index), y2: HEAD + to}));
        }
      });
      rows.forEach((row, index) => {
        const before = rows[index - 1];
        const y = HEAD + row.y;
        if (!before || before.time !== row.time) {
          svg.append(make('text', {class: 'time', x: GUTTER - 6, y: y + 4}, '+' + span(row.time)));
        }
        if (before && before.time !== row.time && row.y - before.y - ROW >= LONGEST) {
          const middle = y - Math.floor((row.y - before.y) / 2);
          svg.append(make('path', {class: 'break', d: `M${GUTTER - 30} ${middle}l6 -5 6 10 6 -5H${right + 12}`}));
          svg.append(make('text', {class: 'span', x: right + 20, y: middle + 4}, span(row.time - before.time)));
        }
        const group = make('g', {class: `row ${row.kind}${row.note ? ' bad' : ''}`});
        if (row.detail || row.note) {
          group.append(make('title', {}, [row.note, row.detail].filter(Boolean).join('\n')));
        }
        if (row.target >= 0) {
          const back = row.target > row.lane ? -1 : 1, end = x(row.target) + 4 * back;
          group.append(make('path', {class: 'way', d: `M${x(row.lane)} ${y}H${end}`}));
          group.append(make('path', {class: 'head', d: `M${end} ${y}l${7 * back} -4v8z`}));
        }
        group.append(make('use', {href: '#mark-' + row.kind, x: x(row.lane), y}));
        const label = make('text', {x: right + 16, y: y + 4}, row.label);
        if (row.note) label.append(' ', make('tspan', {class: 'note'}, '✗ ' + row.note));
        group.append(label);
        svg.append(group);
      });
      return make('div', {class: 'scroll picture', tabindex: 0, role: 'region', 'aria-label': 'Timeline of ' + name}, svg);
    }

    function checkTable(item, name) {
      const head = make('tr', {}, ...['check', 'verdict', 'at', 'proves', 'demands', 'line'].map((word) => make('th', {scope: 'col'}, word)));
      const body = item.checks.map(([id, verdict, requirements, time, demand, found, line]) =>
        make('tr', {}, make('th', {scope: 'row'}, text(id)), make('td', {class: text(verdict)}, text(verdict)),
          make('td', {}, time < 0 ? 'never' : '+' + span(time)), make('td', {}, text(requirements)),
          make('td', {}, text(demand) + (text(found) ? ' — found: ' + text(found) : '')), make('td', {}, String(line))));
      const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...body));
      return make('details', {}, make('summary', {}, item.checks.length === 1 ? '1 check' : `${item.checks.length} checks`),
        make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Checks of ' + name}, table));
    }

    function recordList(item) {
      const lines = rowsOf(item).map((row) => ['+' + span(row.time), text(item.lanes[row.lane]) +
        (row.target >= 0 ? ' → ' + text(item.lanes[row.target]) : ''), row.label, row.detail.replaceAll('\n', ' '),
        row.note ? '✗ ' + row.note : ''].filter(Boolean).join('  '));
      return make('details', {}, make('summary', {}, 'the same as text'), make('pre', {tabindex: 0}, lines.join('\n')));
    }

    /** Adds what a case has besides its text, once. */
    function complete(details) {
      if (details.dataset.complete) return;
      details.dataset.complete = 'yes';
      const item = data.cases[placeOf(details)];
      const body = details.querySelector('.body');
      const name = details.querySelector('.name').textContent;
      if (item.rows) {
        if (!body.querySelector('.picture')) body.insertBefore(picture(item, name), body.querySelector('pre'));
        body.append(recordList(item));
        if (item.leftOut) body.append(make('p', {class: 'faint'}, `${item.leftOut} records are left out.`));
      } else {
        body.append(make('p', {class: 'faint'}, 'This page is full: the history of this case is not in it.'));
      }
      body.append(checkTable(item, name));
    }

    // Copying

    function addCopyButtons(root) {
      for (const box of root.querySelectorAll('.command:not(:has(button))')) {
        const button = make('button', {type: 'button'}, 'Copy');
        button.addEventListener('click', async () => {
          const code = box.querySelector('code');
          try {
            await navigator.clipboard.writeText(code.textContent);
          } catch {
            getSelection().selectAllChildren(code);
            document.execCommand('copy');
          }
          button.textContent = 'Copied';
          setTimeout(() => { button.textContent = 'Copy'; }, 1500);
        });
        box.append(button);
      }
    }

    // Finding

    const field = (id) => document.getElementById(id);
    const placeOf = (details) => Number(details.id.slice(5));
    const isBad = (details) => !['pass', 'advisory', 'warning', 'later-than-set', 'known', 'not-applicable'].includes(details.dataset.verdict);
    const words = cases.map((details, index) => {
      const checks = data.cases[index].checks.map((check) => text(check[0]) + ' ' + text(check[2])).join(' ');
      // The name and the title by their places: Chromium takes a millisecond for a selector in one of 20,000 siblings.
      const [summary, body] = [details.firstElementChild, details.lastElementChild];
      const name = summary.lastElementChild.textContent, title = body.firstElementChild.textContent;
      return `${name} ${title} ${checks}`.toLowerCase();
    });

    function filter() {
      const wanted = field('search').value.toLowerCase().split(/\s+/).filter(Boolean);
      const verdict = field('verdict').value, area = field('area').value, edition = field('edition').value;
      let count = 0;
      cases.forEach((details, index) => {
        const fits = (!verdict || (verdict === 'bad' ? isBad(details) : details.dataset.verdict === verdict)) &&
          (!area || details.dataset.area === area) && (!edition || details.dataset.edition === edition) &&
          wanted.every((word) => words[index].includes(word));
        details.hidden = !fits;
        if (fits) count += 1;
      });
      field('count').textContent = `${count} of ${cases.length} cases`;
    }

    function go(step, fits) {
      const visible = cases.filter((details) => !details.hidden && fits(details));
      if (!visible.length) return;
      const here = document.activeElement.closest?.('details.case');
      const place = here ? placeOf(here) : -1;
      const next = step > 0 ? visible.find((details) => placeOf(details) > place)
        : visible.findLast((details) => placeOf(details) < place);
      const target = next ?? visible[step > 0 ? 0 : visible.length - 1];
      target.querySelector('summary').focus();
      target.scrollIntoView({block: 'center'});
    }

    document.addEventListener('keydown', (event) => {
      const isTyping = ['INPUT', 'SELECT'].includes(document.activeElement.tagName);
      if (event.key === 'Escape' && document.activeElement === field('search')) {
        field('search').value = '';
        filter();
        return;
      }
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {'/': () => field('search').focus(), j: () => go(1, () => true), k: () => go(-1, () => true),
        n: () => go(1, isBad), p: () => go(-1, isBad)};
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });

    /** Opens the case or the requirement that the address names. */
    function follow() {
      const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!target) return;
      target.hidden = false;
      const details = target.closest('details');
      if (details) details.open = true;
      target.scrollIntoView({block: 'start'});
    }

    document.addEventListener('toggle', (event) => {
      if (event.target.open && event.target.classList.contains('case')) complete(event.target);
    }, true);
    addEventListener('hashchange', follow);
    addEventListener('beforeprint', () => cases.filter((details) => isBad(details) && !details.hidden).slice(0, 40)
      .forEach((details) => { details.open = true; complete(details); }));
    for (const id of ['search', 'verdict', 'area', 'edition']) field(id).addEventListener('input', filter);
    document.querySelector('.filter').addEventListener('submit', (event) => event.preventDefault());
    document.documentElement.classList.add('script');
    addCopyButtons(document);
    cases.filter((details) => details.open).forEach(complete);
    filter();
    follow();
    })();
    """#
}
