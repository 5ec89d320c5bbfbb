const { vitrine } = document.documentElement.dataset;

start().catch(showFailure);

async function start() {
  // Imported here, so that the page can show an error if the address does not respond.
  const { createVitrine } = await import(`${vitrine}/client.js`);
  const client = createVitrine(vitrine);
  showPortfolio(await client.portfolio());
  startForm(client);
  // The target of the link did not exist yet when the browser looked for it.
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function showPortfolio(portfolio) {
  const { profile, projects, skills, softwareApplications, timeline, timelineGroups } = portfolio;
  const page = copyOf('page');
  showProfile(page, profile);
  showList(page, '#work', projects.map(projectItem));
  showList(page, '#skills', categoriesOf(skills));
  showList(page, '#tools', softwareApplications.map(toolItem));
  showList(
    page,
    '#path',
    timelineGroups.map(({ entries }) =>
      groupItem(timeline.filter(({ _id }) => entries.includes(_id))),
    ),
  );
  if (page.querySelectorAll('section').length > 1) page.querySelector('.nothing').remove();
  document.querySelector('main').replaceWith(page);
}

function showProfile(page, profile) {
  const { fullName, aboutMeHtml, email, phone } = profile;
  document.title = fullName;
  const about = page.querySelector('.hello .about');
  // Vitrine has sanitized it.
  about.innerHTML = aboutMeHtml;
  if (aboutMeHtml)
    document.querySelector('meta[name=description]').content = about.textContent
      .slice(0, 160)
      .trim();
  else about.remove();
  write(page, 'h1', fullName);
  for (const fact of ['headline', 'location', 'pronouns', 'availability'])
    write(page, `.hello .${fact}`, profile[fact]);
  if (page.querySelector('.facts').children.length === 0) page.querySelector('.facts').remove();
  write(page, '.owner', `© ${new Date().getFullYear()} ${fullName}`);
  const avatar = page.querySelector('.avatar');
  avatar.alt = `Portrait of ${fullName}`;
  showImage(avatar, profile.avatar, '(min-width: 48rem) 11rem, 7rem');
  showParts(page.querySelector('.links'), [
    webLink(
      profile.resume.type === 'application/pdf' ? 'Resume (PDF)' : 'Resume',
      profile.resume.viewUrl ?? profile.resume.url,
    ),
    webLink('GitHub', profile.githubURL),
    webLink('LinkedIn', profile.linkedInURL),
    webLink('Instagram', profile.instagramURL),
    webLink('X', profile.twitterURL),
    webLink('Facebook', profile.facebookURL),
    webLink('Website', profile.portfolioURL),
    ...profile.links.map(({ label, url }) => webLink(label, url)),
  ]);
  showParts(page.querySelector('.reach'), [
    email && link(email, `mailto:${encodeURIComponent(email)}`),
    phone && link(phone, `tel:${phone.replace(/[^+\d]/g, '')}`),
  ]);
}

function projectItem(project, index) {
  const item = copyOf('project');
  const banner = item.querySelector('.banner');
  // The first banners are probably visible right away.
  if (index > 1) banner.loading = 'lazy';
  showImage(
    banner,
    project.projectBanner,
    '(min-width: 76rem) 25rem, (min-width: 44rem) 50vw, 100vw',
  );
  banner.alt = project.bannerAlt;
  write(item, 'h3', project.title);
  write(item, '.summary', project.summary);
  write(item, '.about', project.description);
  write(
    item,
    '.role',
    [project.role, periodOf(project.startedOn, project.endedOn)].filter(Boolean).join(', '),
  );
  write(item, '.technologies', [project.stack, project.technologies].filter(Boolean).join(': '));
  showParts(item.querySelector('.row'), [
    webLink('Visit', project.projectLink, `Visit ${project.title}`),
    webLink('Code', project.gitRepoLink, `Code of ${project.title}`),
  ]);
  return item;
}

/** Skills under their categories, in the owner's order. Those without one come first. */
function categoriesOf(skills) {
  const categories = new Map([['', []]]);
  for (const skill of skills)
    categories.set(skill.category, [...(categories.get(skill.category) ?? []), skill]);
  return [...categories].flatMap(([name, members]) => {
    if (members.length === 0) return [];
    const item = copyOf('category');
    write(item, 'h3', name);
    item.querySelector('.skills').append(...members.map(skillItem));
    return item;
  });
}

function skillItem({ title, proficiency, svg }) {
  const item = copyOf('skill');
  showIcon(item.querySelector('.icon'), svg, title);
  write(item, '.title', title);
  write(item, '.level', `${proficiency} %`);
  item.querySelector('.bar').style.setProperty('--level', `${proficiency}%`);
  return item;
}

function toolItem({ name, svg, link: address }) {
  const item = copyOf('tool');
  showIcon(item.querySelector('.icon'), svg, name);
  item.querySelector('.title').replaceChildren(webLink(name, address) ?? name);
  return item;
}

/** One entry, or the roles at one organization under its name. */
function groupItem(entries) {
  const [{ organization, location, link: address }] = entries;
  if (entries.length === 1) {
    const [{ title }] = entries;
    const item = entryItem('entry', 'h3', entries[0]);
    if (organization) showPlace(item, [webLink(organization, address) ?? organization, location]);
    else {
      showPlace(item, [location]);
      item.querySelector('h3').replaceChildren(webLink(title, address) ?? title);
    }
    return item;
  }
  const item = copyOf('group');
  item.querySelector('h3').replaceChildren(webLink(organization, address) ?? organization);
  showPlace(item, [location]);
  item.querySelector('.roles').append(...entries.map((entry) => entryItem('role', 'h4', entry)));
  return item;
}

function entryItem(template, heading, { title, description, highlights, timeline }) {
  const item = copyOf(template);
  const { from, fromMonth, to, toMonth } = timeline;
  write(item, '.dates', periodText(dateText(from, fromMonth), to && dateText(to, toMonth)));
  write(item, heading, title);
  write(item, '.about', description);
  showParts(item.querySelector('.highlights'), highlights);
  return item;
}

/** The organization and its location, as far as they are known. */
function showPlace(item, parts) {
  const place = item.querySelector('.place');
  const present = parts.filter(Boolean);
  if (present.length === 0) return place.remove();
  place.append(...present.flatMap((part, index) => (index > 0 ? [', ', part] : [part])));
}

/** From two dates like 2024 or 2024-03, which may be empty. */
function periodOf(start, end) {
  if (!start) return '';
  const text = (date) => dateText(...date.split('-').map(Number));
  return periodText(text(start), end && text(end));
}

function periodText(start, end) {
  return start === end ? start : `${start} – ${end || 'now'}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function dateText(year, month) {
  return month ? `${MONTHS[month - 1]} ${year}` : `${year}`;
}

/** Removes an empty section and its link in the navigation. */
function showList(page, id, items) {
  const section = page.querySelector(id);
  if (items.length > 0) return section.lastElementChild.append(...items);
  section.remove();
  page.querySelector(`nav a[href="${id}"]`).parentElement.remove();
}

function showParts(place, parts) {
  const present = parts.filter(Boolean);
  if (present.length === 0) return place.remove();
  const isList = place.matches('ul');
  place.append(...present.map((each) => (isList ? wrap('li', each) : each)));
}

/** Returns undefined unless the URL is http or https, to rule out `javascript:` links. */
function webLink(text, address, name) {
  const url = URL.canParse(address) && new URL(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return link(text, url.href, name);
}

function link(text, href, name) {
  const anchor = Object.assign(document.createElement('a'), { href, textContent: text });
  if (name) anchor.setAttribute('aria-label', name);
  return anchor;
}

/** Reserves the space of the image and shows its placeholder until it is loaded. */
function showImage(img, { url, width, height, variants = [], placeholder, focalPoint }, sizes) {
  if (!url) return img.remove();
  if (sizes && width && height) {
    Object.assign(img, { width, height, sizes });
    const all = [...variants, { url, width }];
    img.srcset = all.map((one) => `${one.url} ${one.width}w`).join(', ');
  }
  if (placeholder?.startsWith('data:image/')) {
    img.style.backgroundImage = `url("${placeholder}")`;
    img.addEventListener('load', () => img.style.removeProperty('background-image'), {
      once: true,
    });
  }
  // Where the image is cropped, the owner's focal point stays visible.
  if (focalPoint) img.style.objectPosition = `${focalPoint.x}% ${focalPoint.y}%`;
  img.src = url;
}

/** An item without an icon has a tile with its first letter. */
function showIcon(img, svg, title) {
  if (svg.url) return showImage(img, svg);
  const tile = document.createElement('span');
  tile.className = 'icon letter';
  tile.ariaHidden = 'true';
  tile.textContent = title.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '•';
  img.replaceWith(tile);
}

function startForm(client) {
  const form = document.querySelector('form');
  const button = form.querySelector('button');
  const status = form.querySelector('output');
  let contact;
  // Vitrine detects bots by how long the form was visible.
  const contactForm = () => (contact ??= client.contactForm());
  new IntersectionObserver(([entry], observer) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    contactForm();
  }).observe(form);

  form.addEventListener('input', ({ target }) => showFieldError(form, target.name, ''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    showStatus('', false);
    for (const name of INPUTS) showFieldError(form, name, '');
    setSending(true);
    try {
      showStatus(await contactForm().send(Object.fromEntries(new FormData(form))), false);
      form.reset();
    } catch (error) {
      showError(error);
    } finally {
      setSending(false);
    }
  });

  /** Uses aria-disabled, since `disabled` would remove the focus from the button. */
  function setSending(isSending) {
    button.ariaDisabled = String(isSending);
    button.textContent = isSending ? 'Sending …' : 'Send message';
  }

  function showError({ message, fields = {} }) {
    const invalid = INPUTS.filter((name) => fields[name]);
    for (const name of invalid) showFieldError(form, name, fields[name]);
    showStatus(invalid.length > 0 ? 'Please check the highlighted fields.' : message, true);
    form.elements[invalid[0]]?.focus();
  }

  function showStatus(text, isFailure) {
    status.textContent = text;
    status.classList.toggle('failed', isFailure);
  }
}

const INPUTS = ['senderName', 'email', 'subject', 'message'];

function showFieldError(form, name, message) {
  const input = form.elements[name];
  const place = document.getElementById(`${name}-error`);
  if (!place) return;
  place.textContent = message;
  input.ariaInvalid = message ? 'true' : null;
}

function showFailure({ status, message }) {
  const page = copyOf('failure');
  // Without a response there is no message.
  write(
    page,
    '.reason',
    status ? message : 'The server did not respond. Check your connection or try again later.',
  );
  // Reloads the page, since the browser remembers a failed import.
  page.querySelector('button').addEventListener('click', () => location.reload());
  document.querySelector('main').replaceWith(page);
}

function copyOf(id) {
  return document.getElementById(id).content.cloneNode(true);
}

/** Always sets text, so that nothing is parsed as HTML. */
function write(place, selector, text) {
  const element = place.querySelector(selector);
  if (text) element.textContent = text;
  else element.remove();
}

function wrap(tag, child) {
  const element = document.createElement(tag);
  element.append(child);
  return element;
}
