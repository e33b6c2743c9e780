"""The words on the pages: our own prose about the papers of invented places. No line of it is copied."""

ENGLISH = [
    "The Council met at half past six in the upper room of the Corn Exchange, the Mayor in the chair. The minutes of the "
    "last meeting were read and signed. A complaint about the smell from the tannery was laid on the table until the "
    "Inspector has visited the place in warm weather and can say whose drain it is.",
    "It was resolved that the iron railings along the quay be painted before Whitsun, and that the cost, not above "
    "fourteen pounds, be met from the harbour dues. Councillor Penrose asked that the name of the contractor be kept "
    "secret until the paint is dry; his motion found no seconder.",
    "A deputation of the bakers was heard. They ask that the public oven be opened an hour earlier on market days, because "
    "the country people arrive before the bread does. The Clerk was told to find out what coal the earlier hour would "
    "take and to report in a fortnight.",
    "Dear Mr Fennimore, I have your letter of the ninth and am sorry to learn that the trunk with your uncle's papers went "
    "to the wrong station. We have searched the cellar as well as the strong room. There are two trunks without labels, "
    "and one of them smells of camphor, as you said it would.",
    "The deed box was opened in the presence of both executors. It held seven leases, a marriage settlement with the seal "
    "broken, a lock of hair in blue paper, and a list of debts in the hand of the late tenant. The list is two pages long "
    "and has been copied twice, once for each side.",
    "Volume twelve of the rate books is in poor state. The lower corners of the first forty leaves have been eaten by mice "
    "and the entries for the North Ward can be read only in part. The binder proposes to lay each leaf between thin sheets "
    "of silk, which would take the whole of the winter.",
    "I am to acknowledge the receipt of three parcels of school registers, handed in by the caretaker after the roof was "
    "mended. They were wet when found. They have been dried on lines in the attic, leaf by leaf, and nothing appears to be "
    "lost except the ink of the year in which the new master used violet.",
    "The ferry has not been able to cross on eleven evenings since Michaelmas. The ferryman says that the chain is worn and "
    "that he will not answer for it with a full cart on board. The Committee thinks that he is right, and asks the Surveyor "
    "to obtain prices for a new chain of the heavier pattern.",
    "Among the papers of the lifeboat station is a small notebook kept in pencil by the second coxswain. He wrote down the "
    "wind, the hour and the names of the men, and never one word more. On the night when the brig was lost the line is no "
    "longer than on any other night.",
    "The museum received during the quarter a quern stone, a christening cap, eleven clay pipes from the bed of the river, "
    "and a stuffed otter. The otter was declined with thanks. The donor of the pipes wishes to remain unknown, but he left "
    "his umbrella, which bears his name.",
    "Members are reminded that books may not be lent to the households in which there is scarlet fever. Books returned from "
    "such houses are to be handed to the porter, who will bake them for an hour and then paste a green ticket on the inside "
    "of the cover.",
    "Your petitioners, being householders of Lower Street, humbly show that the lamp at the corner has been dark since the "
    "great gale, that two persons have fallen over the mounting block, and that the watchman is himself afraid to pass. They "
    "pray that the lamp be lit again before the long nights come.",
    "The estate map was drawn on four skins sewn together, at a scale of eight inches to the mile. Every field has its name "
    "and its tenant. The woods are washed in green, the water in blue, and the roads which the surveyor did not believe in "
    "are shown by a line of dots.",
    "We inspected the reservoir on the fourth of October. The bank is sound and the grass has been cut. The valve at the "
    "bottom could not be turned by two men. The keeper believes that it has not been moved since his father's time, and "
    "suggests that it be left as it is.",
    "In answer to your inquiry about the bells: the tenor was recast after the fire and weighs a little more than a ton. The "
    "others are older and are not quite in tune with it. The ringers have become used to this and would be sorry to lose "
    "what they call the sour note.",
    "The auditor has gone through the vouchers for the past year and finds them in order, save that the bill for gravel was "
    "paid twice. The merchant has been written to. He replies that he noticed it too, and has sent the second load.",
    "It is proposed to number the boxes afresh, beginning at the door and going round the room with the sun. The old numbers "
    "will be kept in brackets for ten years. A reader who quotes an old number shall be served as quickly as one who quotes "
    "a new one.",
    "The winter of that year was the hardest anyone could remember. The canal was closed for seven weeks, coal doubled in "
    "price, and the Relief Committee gave out four hundred loaves in a single day. The register of these gifts has no names, "
    "only the number of mouths.",
    "This series holds the letters which the harbour master received from captains between the building of the mole and the "
    "coming of the railway. They are tied in bundles by the year. Most ask for a berth, some for credit, and one for the "
    "address of a good dentist.",
    "The orchard wall was measured by order of the trustees and found to be nineteen yards shorter than the plan. The "
    "neighbour was asked whether he had moved it. He said that walls in this parish had always moved by themselves, and "
    "that his grandfather had seen it happen.",
    "Each sheet of the survey was counted, pressed flat and laid in a folder of strong brown paper. Sheets with more than "
    "three tears have been set aside for repair. Twenty-two sheets are missing, of which nine were already missing when the "
    "survey was last counted, before the move.",
    "The schoolmaster begs leave to state that the stove smokes, that the roof lets in rain over the second form, and that "
    "the globe no longer turns. He asks for a new stove first, since a school can be taught under an umbrella but not in a "
    "cloud of soot.",
    "The printer's proof of the jubilee programme came back with thirty-one corrections. The order of the procession was "
    "settled only on the evening before: the fire brigade, the oldest pensioner in a carriage, the children with flags, and "
    "last the brass band, because of its pace.",
    "Nothing in the terms of the gift prevents the photographs from being shown, provided that the names on the backs are "
    "covered. The donor was clear on this point. Several of the families still live in the town, and not all of them have "
    "forgiven the photographer.",
    "On the death of the last trustee the papers passed to his housekeeper, who kept them in a flour bin for thirty years. "
    "She refused two offers from dealers. When she was asked why, she answered that they had been left with her to be kept, "
    "and that nobody had yet come for them.",
    "The price of postage having been raised, the Secretary will in future send notices of meetings by the errand boy within "
    "the town, and by post only beyond the toll gate. Members who live on the far bank are asked to look out for a white "
    "flag at the landing stage.",
]

GERMAN = [
    "Der Gemeinderat hat in seiner Sitzung vom dritten Mai beschlossen, die Brücke über den Mühlbach zu erneuern. Das alte "
    "Holz ist morsch und trägt keine Fuhrwerke mehr. Bis die neue Brücke fertig ist, müssen die Bauern den Umweg über die "
    "Furt nehmen, was bei Hochwasser nicht möglich ist.",
    "Sehr geehrter Herr Archivar, bei der Räumung des Dachbodens sind zwei Kisten mit Rechnungen der früheren Färberei zum "
    "Vorschein gekommen. Die Blätter sind an den Rändern vergilbt, sonst aber gut lesbar. Ich möchte sie ungern wegwerfen "
    "und frage deshalb, ob Sie dafür Verwendung hätten.",
    "Das Verzeichnis der ausgeliehenen Bücher wurde geprüft. Es fehlen vier Bände der Chronik, die zuletzt der Lehrer in "
    "Händen hatte. Er versichert, sie zurückgegeben zu haben, und zwar an einem Samstag, als niemand da war. Der Schlüssel "
    "zum Lesesaal wird künftig beim Küster verwahrt.",
    "Die Feuerwehr zählt jetzt einunddreißig Mann und verfügt über zwei Spritzen, von denen eine dicht ist. Bei der Übung am "
    "Sonntag lief das Wasser bis zum zweiten Stock des Rathauses. Der Bürgermeister dankte allen Beteiligten und ließ im "
    "Gasthof zur Post ein Fass anstechen.",
    "In der Kammer neben der Sakristei liegen die Taufbücher seit dem großen Brand. Das älteste beginnt mitten im Satz. Ein "
    "Pfarrer hat auf der letzten Seite festgehalten, welche Blätter er aus der Glut gezogen hat und welche ihm unter den "
    "Händen zerfallen sind.",
    "Wegen der anhaltenden Dürre darf der Brunnen am Markt nur noch morgens zwischen fünf und sieben Uhr benützt werden. Wer "
    "Vieh tränken will, hat dies unten am Fluss zu tun. Übertretungen werden mit einer Buße von drei Mark bestraft, die dem "
    "Armenhaus zufließt.",
    "Die Zeichnungen des Baumeisters sind auf dünnes Leinen gezogen und mit Tusche beschriftet. Auf dem vierten Blatt ist die "
    "Treppe durchgestrichen und am Rand vermerkt, dass der Bauherr keine Stufen wünsche. Wie man ohne sie in den oberen "
    "Stock gelangen sollte, bleibt offen.",
]

FRENCH = [
    "Le conseil s'est réuni à la mairie sous la présidence du doyen. Il a été décidé de réparer la toiture du lavoir avant "
    "l'hiver et de demander deux devis aux couvreurs du canton. Le garde champêtre signale que la clé de la remise a été "
    "perdue pour la troisième fois cette année.",
    "Monsieur, j'ai bien reçu votre lettre et je vous remercie des trois plans que vous y avez joints. Le premier montre "
    "l'ancien moulin tel qu'il était avant la crue. Les deux autres sont des copies, mais elles portent des notes que "
    "l'original n'a pas.",
    "Les registres de la paroisse furent cachés dans le grenier de l'école pendant plusieurs années. On les retrouva sous un "
    "tas de foin, à peine tachés, avec une liste des familles qui avaient aidé à les porter. Cette liste est aujourd'hui "
    "la pièce la plus demandée de toute la série.",
]

SPANISH = [
    "La junta acordó comprar dos mulas para el servicio del molino y vender la más vieja en la feria de otoño. El "
    "secretario leyó las cuentas del trimestre, que fueron aprobadas con una sola objeción: faltaba el recibo de la cal "
    "empleada en la torre.",
    "Querido primo: encontré en el baúl de la abuela las escrituras de la huerta y un cuaderno con los nombres de los "
    "jornaleros. La letra es menuda y la tinta está muy pálida, pero con paciencia se lee casi todo. Te lo enviaré por "
    "correo cuando termine de copiarlo.",
    "El inventario de la biblioteca se hizo en siete días. Se contaron mil doscientos volúmenes, diez mapas enrollados y una "
    "esfera armilar a la que le falta un aro. Los libros dañados por la humedad fueron llevados a la sala del norte, donde "
    "entra menos sol.",
]

RUSSIAN = [
    "На заседании городского совета слушали доклад о состоянии моста через реку. Мост построен сорок лет назад и нуждается "
    "в ремонте. Постановили выделить деньги на новые доски и поручить работу местной артели, которая уже чинила пристань "
    "прошлой осенью.",
    "Уважаемый Павел Андреевич! Посылаю вам опись бумаг, найденных в сундуке после смерти тётушки. Здесь письма, счета за "
    "дрова, два паспорта и тетрадь с рецептами. Письма перевязаны лентой, и я не решился их читать без вашего согласия.",
    "Архив занимает три комнаты на первом этаже. В первой хранятся метрические книги, во второй планы и чертежи, а в третьей "
    "газеты, переплетённые по годам. Зимой здесь холодно, поэтому чернила замерзают и записи делают карандашом.",
    "Купец жаловался, что лодочник взял с него двойную плату за перевоз муки. Лодочник отвечал, что вода стояла высоко и что "
    "два мешка он спас, прыгнув за ними сам. Дело решили миром: каждый заплатил половину и пожертвовал рубль на колокол.",
]

GREEK = [
    "Το δημοτικό συμβούλιο αποφάσισε να επισκευάσει το παλιό υδραγωγείο πριν από το καλοκαίρι. Οι κάτοικοι της πάνω "
    "γειτονιάς παίρνουν νερό μόνο δύο ώρες την ημέρα, και το πηγάδι της πλατείας έχει σχεδόν στερέψει.",
    "Αγαπητέ φίλε, έλαβα το γράμμα σου και τον κατάλογο των βιβλίων. Λείπουν ακόμη τρεις τόμοι, που πιθανόν έμειναν στο "
    "σχολείο του χωριού. Θα περάσω την Κυριακή να ψάξω στην αποθήκη, αν μου δώσει ο δάσκαλος το κλειδί.",
    "Στο αρχείο του λιμανιού φυλάσσονται οι κατάλογοι των πλοίων από την εποχή που χτίστηκε ο φάρος. Κάθε σελίδα γράφει το "
    "όνομα του καπετάνιου, το φορτίο και την ημέρα της άφιξης. Πολλές σελίδες έχουν λεκέδες από αλάτι.",
]

ARABIC = [
    "اجتمع مجلس المدينة يوم الاحد في قاعة السوق القديم",
    "وقرر اصلاح الجسر قبل موسم المطر",
    "ثم قرا الكاتب رسالة من تجار الحبوب",
    "يطلبون فيها فتح باب الميناء عند الفجر",
    "وقال الحارس ان المفتاح عند رئيس البحارة",
    "وسوف يعود بعد ثلاثة ايام من السفر",
    "كتب هذا السجل بخط واضح على ورق سميك",
    "وحفظت نسخة منه في صندوق من خشب",
]

PERSIAN = [
    "انجمن شهر روز دوشنبه در تالار بالای بازار کهنه گرد آمد",
    "و پیشنهاد شد که پل چوبی پیش از زمستان بازسازی شود",
    "نویسنده نامه ای از نانوایان را خواند که چراغ می خواهند",
    "آنان گفتند دروازه بندر باید پیش از سپیده باز شود",
    "پاسبان پاسخ داد که کلید نزد رئیس دریانوردان است",
    "و او سه روز دیگر از سفر باز می گردد",
    "این دفتر با خطی خوانا بر کاغذی ژرف و بزرگ نوشته شد",
    "و رونوشتی از آن در صندوقی گذاشته شد که چفت آهنی دارد",
    "گزارش هزینه ها را چهار نفر بررسی کردند و درست یافتند",
    "باغ پشت دیوار را به کسی نفروختند چون چاه آب دارد",
]
HEBREW = [
    "מועצת העיר נפגשה ביום שני באולם השוק הישן",
    "והחליטה לתקן את הגשר לפני עונת הגשמים",
    "אחר כך קרא המזכיר מכתב מאת סוחרי התבואה",
    "הם מבקשים לפתוח את שער הנמל עם שחר",
    "השומר אמר כי המפתח נמצא אצל ראש הספנים",
    "והוא ישוב בעוד שלושה ימים מן הדרך",
    "הפנקס נכתב בכתב ברור על נייר עבה",
    "והעתק ממנו נשמר בתיבת עץ",
]

SURNAMES = ("Abberley Birchall Caddow Dunstable Eastlake Fennimore Garroway Hollins Inchbald Jessop Kettering Lowther "
            "Marchbank Netherby Ormerod Penrose Quarles Ridsdale Saltmarsh Tolliver Underhay Varley Wetherell Yardley "
            "Ashcombe Brandreth Corringham Dallimore Ellwood Fothergill Grimshaw Hathersage").split()
FORENAMES = ("Agnes Bartholomew Cecily Dorothea Ephraim Florence Gilbert Harriet Isaac Josiah Katharine Lionel Matilda "
             "Nathaniel Octavia Phineas Rosamund Silas Theodora Walter").split()
TRADES = ("baker chandler cooper currier draper farrier glazier joiner maltster mason miller ostler porter saddler "
          "sexton tailor thatcher wheelwright").split()
THINGS = ("ledger,minute book,bundle of letters,rent roll,estate map,parish register,day book,photograph album,seal matrix,"
          "deed box,plan of drains,visitors' book,order book,wage sheet,burial register,cash book,tithe map,lease,"
          "court roll,school log").split(",")
STATES = ("spine wanting,half calf,in good order,water stained,lower corner torn,unbound,two leaves loose,with an index,"
          "sealed,mice have been at it,tied with tape,in a tin case,ink faded,not examined,boards detached").split(",")
PLACES = ("Attic,Strong room,North cellar,Reading room,Vestry,Press 4,Press 9,Shelf 12,Shelf 31,Chest B,Plan drawer,"
          "Porter's lodge").split(",")
GOODS = ("coal,gravel,lamp oil,hemp rope,tallow,oak planks,quicklime,nails,paint,writing paper,sealing wax,roof slates,"
         "straw,soap,candles,iron hoops,glass panes,bricks").split(",")


def inventory(rng, count, start=1):
    return [f"{start + n}. {rng.choice('One Two Three Four'.split())} {rng.choice(THINGS)}, "
            f"{(y := rng.randint(1780, 1920))}-{y + rng.randint(1, 30)}, {rng.choice(STATES)}. {rng.choice(PLACES)}."
            for n in range(count)]


def people(rng, count):
    return [f"{rng.choice(FORENAMES)} {rng.choice(SURNAMES)}, {rng.choice(TRADES)}" for _ in range(count)]


def accounts(rng, count):
    """Rows of a ledger: day, payee, goods, pounds, shillings, pence."""
    return [[f"{rng.randint(1, 28)} {rng.choice('Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec'.split())}",
             f"{rng.choice(FORENAMES)[0]}. {rng.choice(SURNAMES)}", rng.choice(GOODS), str(rng.randint(0, 140)),
             str(rng.randint(0, 19)), str(rng.randint(0, 11))] for _ in range(count)]
